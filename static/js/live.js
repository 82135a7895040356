// Keeps an open page up to date: a stream tells the newest event number of the tournament, and a
// page that shows an older one fetches itself again and swaps what changed (swap.js).
//
// Tabs of one browser share one stream (a browser opens only about six connections to a host):
// whoever holds the lock listens and passes on what it hears. Without Web Locks (plain http on a
// local network) every tab has its own stream. When no stream can be had, the page looks by itself.

import { remember, swap } from "./swap.js";

const POLL = 5_000;
const POLL_AT_MOST = 60_000;
const PATIENCE = 6_000; // how long a stream may be away before the page looks by itself
const STREAM_AGAIN = 30_000;
const ASK = 10_000; // a waiting tab makes sure that the listening one is awake
const ANSWER = 3_000;

export function follow(url, number) {
  remember();
  const page = new Page(number);
  const stream = new Stream(url, page);
  stream.start();
  // A page in the back/forward cache must hold neither stream nor lock.
  addEventListener("pagehide", () => stream.stop());
  addEventListener("pageshow", (event) => event.persisted && stream.start());
  document.addEventListener("visibilitychange", () => {
    page.lookIfBehind();
    stream.ask();
  });
  addEventListener("online", () => page.look());
}

/** What this tab shows, and how it catches up. */
class Page {
  constructor(number) {
    this.shown = number; // null: the page did not say, so the first news makes it look
    this.wanted = number ?? 0;
    this.looking = null;
  }

  hear(number) {
    this.wanted = Math.max(this.wanted, number);
    if (this.shown === null || this.wanted > this.shown) this.lookIfBehind();
  }

  lookIfBehind() {
    const behind = this.shown === null || this.wanted > this.shown;
    if (behind && !document.hidden) this.look();
  }

  /** True when the page could be fetched. Two calls at once share one fetch. */
  look() {
    this.looking ??= this.#fetch().finally(() => {
      this.looking = null;
      if (this.shown !== null && this.wanted > this.shown) setTimeout(() => this.lookIfBehind(), 300);
    });
    return this.looking;
  }

  async #fetch() {
    const wanted = this.wanted;
    try {
      // "no-cache" asks again with the page's ETag: an unchanged page costs a 304.
      const response = await fetch(location.href, { headers: { "X-Live": "1" }, cache: "no-cache" });
      if (!response.ok || response.redirected) return response.ok;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      const waiting = swap(fresh);
      document.title = fresh.title;
      const number = fresh.body.dataset.liveNumber;
      this.shown = Math.max(wanted, number ? Number(number) : 0);
      this.wanted = Math.max(this.wanted, this.shown);
      if (waiting.length) setTimeout(() => this.look(), POLL);
      return true;
    } catch {
      return false;
    }
  }
}

/** Where the news comes from: our own stream, another tab's, or looking every few seconds. */
class Stream {
  constructor(url, page) {
    this.url = url;
    this.page = page;
    this.light = document.getElementById("live-state");
  }

  start() {
    if (this.running) return;
    this.running = true;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`live:${this.url}`) : null;
    this.channel?.addEventListener("message", ({ data }) => this.#fromAnotherTab(data));
    if (navigator.locks && this.channel) {
      this.channel.postMessage({ ask: true });
      this.asking = setInterval(() => this.ask(), ASK);
      this.#queue({});
    } else {
      this.#open();
    }
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    clearInterval(this.asking);
    this.#stepDown();
    this.waiting?.abort();
    this.channel?.close();
  }

  /** Phones put tabs to sleep, and a sleeping tab keeps its lock: then we take it. */
  ask() {
    if (!this.running || this.leads || !navigator.locks || !this.channel || document.hidden) return;
    this.answered = false;
    this.channel.postMessage({ ask: true });
    setTimeout(() => {
      if (this.answered || this.leads || !this.running) return;
      this.waiting?.abort();
      this.#queue({ steal: true });
    }, ANSWER);
  }

  #queue(how) {
    this.waiting = new AbortController();
    const options = how.steal ? how : { signal: this.waiting.signal };
    navigator.locks
      .request(`live:${this.url}`, options, () => this.#lead())
      .catch(() => {
        if (!this.leads) return; // we stopped waiting ourselves
        this.#stepDown(); // another tab thought that we slept
        if (this.running) this.#queue({});
      });
  }

  #lead() {
    this.leads = true;
    this.#open();
    return new Promise((resolve) => {
      this.release = resolve;
    });
  }

  #stepDown() {
    this.leads = false;
    this.release?.();
    this.source?.close();
    this.source = null;
    clearTimeout(this.patience);
    clearTimeout(this.again);
    this.patience = null;
    this.#stopPolling();
  }

  #open() {
    if (!this.running) return;
    this.source?.close();
    this.source = new EventSource(this.url);
    this.source.addEventListener("open", () => this.#state("live"));
    this.source.addEventListener("message", (event) => {
      const { number } = JSON.parse(event.data);
      this.page.hear(number);
      this.#state("live");
      this.channel?.postMessage({ number });
    });
    this.source.addEventListener("error", () => this.#lost());
    this.patience ??= setTimeout(() => this.#state("polling"), PATIENCE);
  }

  #lost() {
    if (this.state === "live") this.#state("reconnecting");
    this.patience ??= setTimeout(() => this.#state("polling"), PATIENCE);
    if (this.source.readyState === EventSource.CLOSED) {
      // The server said no: the browser will not try again, so we do, later.
      clearTimeout(this.again);
      this.again = setTimeout(() => this.#open(), STREAM_AGAIN);
    }
  }

  #fromAnotherTab({ ask, number, state }) {
    if (ask && this.leads) {
      this.channel.postMessage({ state: this.state, number: this.page.wanted });
      return;
    }
    if (ask) return;
    this.answered = true;
    if (number) this.page.hear(number);
    if (state && !this.leads) this.#state(state);
  }

  #state(state) {
    if (state !== "reconnecting") {
      clearTimeout(this.patience);
      this.patience = null;
    }
    if (state === this.state) return;
    this.state = state;
    if (this.leads) this.channel?.postMessage({ state });
    if (state === "polling") this.#poll(POLL);
    else this.#stopPolling();
    if (this.light) {
      this.light.hidden = false;
      this.light.dataset.state = state;
      this.light.textContent = this.light.dataset[`${state}Text`];
    }
  }

  #poll(wait) {
    this.polling = setTimeout(async () => {
      const reached = document.hidden || (await this.page.look());
      if (this.state === "polling" && this.running) {
        this.#poll(reached ? POLL : Math.min(wait * 2, POLL_AT_MOST));
      }
    }, wait);
  }

  #stopPolling() {
    clearTimeout(this.polling);
    this.polling = null;
  }
}
