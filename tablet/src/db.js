// The device's own store: IndexedDB, with the outbox and a few named values. A browser without it
// (some private windows) uses memory: `durable` is then false, and the app warns.

const NAME = "mus-tablet";

export async function openStore() {
  try {
    return new Store(await opened());
  } catch {
    return new Memory();
  }
}

function opened() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("values");
    opening.result.createObjectStore("outbox", { keyPath: "key" });
  };
  return promised(opening);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const promised = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} tx @returns {Promise<void>} */
const completed = (tx) =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new DOMException("aborted", "AbortError"));
  });

class Store {
  durable = true;

  constructor(db) {
    this.db = db;
  }

  /** A browser may close the store while the app sleeps: then it is opened again. */
  async begin(...how) {
    const begun = () => this.db.transaction(["values", "outbox"], ...how);
    try {
      return begun();
    } catch {
      this.db = await opened();
      return begun();
    }
  }

  async read() {
    const tx = await this.begin();
    const values = tx.objectStore("values");
    const [names, kept, items] = await Promise.all([
      promised(values.getAllKeys()),
      promised(values.getAll()),
      promised(tx.objectStore("outbox").getAll()),
    ]);
    return {
      values: Object.fromEntries(names.map((name, place) => [name, kept[place]])),
      items,
    };
  }

  /**
   * Writes all or nothing; resolves when the write is on the disk. `values`: name → value
   * (undefined and null delete the name), `put`: items, `drop`: keys. Rejects with QuotaExceededError when
   * there is no room.
   */
  async write({ values = {}, put = [], drop = [], relaxed = false }) {
    const tx = await this.begin("readwrite", { durability: relaxed ? "relaxed" : "strict" });
    const named = tx.objectStore("values");
    const outbox = tx.objectStore("outbox");
    drop.forEach((key) => outbox.delete(key));
    put.forEach((item) => outbox.put(item));
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === null) named.delete(name); // needs no room
      else named.put(value, name);
    }
    await completed(tx);
  }
}

class Memory {
  durable = false;
  values = {};
  items = new Map();

  async read() {
    return { values: { ...this.values }, items: [...this.items.values()] };
  }

  async write({ values = {}, put = [], drop = [] }) {
    drop.forEach((key) => this.items.delete(key));
    put.forEach((item) => this.items.set(item.key, item));
    Object.assign(this.values, values);
  }
}
