// What the server writes before the service worker (web/referee/app.py).

declare const KNOWN: { version: string; shell: string; folder: string; files: string[]; icons: string[]; more: string[] };
