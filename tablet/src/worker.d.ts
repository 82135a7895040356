// What the server writes before the service worker (web/referee/app.py).

declare const KNOWN: { version: string; shell: string; files: string[]; icons: string[]; more: Record<string, string> };
