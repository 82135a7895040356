// What the app takes from htm and Preact.

export function html(strings: TemplateStringsArray, ...values: unknown[]): Drawn;
/** What a template of `html` becomes when the app is packed. */
export function h(type: unknown, props: object | null, ...children: unknown[]): Drawn;
export function render(what: Drawn, where: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useRef<T>(initial?: T): { current: T };
export function useErrorBoundary(told: (error: unknown) => void): [unknown, () => void];

/** Something drawn: what a component gives back. */
export type Drawn = object | string | null | undefined | false;
