// Keeps an open page up to date: a stream sends each changed part, and the page puts it in place
// (swap.js). A page that missed a few changes asks for them. A page that missed many, or learns
// only that there is a newer event, is fetched again. A public page has the number of the last event
// that touched what it shows, and its stream says that number as `page` beside the log's own.
//
// A broken stream can look open. So the server sends a heartbeat. A page that hears none for a
// while, or wakes up, opens a new stream and asks for news.
//
// Tabs of one browser share one stream (a browser opens only about six connections to a host): the
// tab that holds the lock listens and passes the news on. Without Web Locks (plain http on a local
// network) every tab has its own stream. When no stream works, the page polls.

import { rest } from "./later.js";
import { remembered } from "./sent.js";

const POLL = 5_000;
const POLL_AT_MOST = 60_000;
const AGAIN = 1_000; // a proxy may answer with a page that it has kept for a second
const MOST_TRIES = 3;
const PATIENCE = 6_000; // how long a stream may be missing before the page polls
const STREAM_AGAIN = 30_000;
const ASK = 10_000; // how often a waiting tab checks that the listening tab is awake
const ANSWER = 3_000;
const SILENCE = 40_000; // longest silence of a stream, whose heartbeat comes every 15 s
const GONE = 404;
const NAP = 5_000; // a page hidden for longer assumes that its stream is lost

export function follow(url, number) {
  const page = new Page(url, number, remembered());
  const stream = new Stream(url, page);
  stream.start();
  // A page in the back/forward cache must hold neither stream nor lock.
  addEventListener("pagehide", () => stream.stop());
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    stream.start();
    page.look();
  });
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      hiddenAt = Date.now();
      return;
    }
    page.look();
    stream.wake(Date.now() - hiddenAt);
  });
  addEventListener("online", () => {
    page.look();
    stream.wake(NAP);
  });
  addEventListener("live:look", () => page.look()); // some parts grow old without news
}

// What this tab shows: it ignores news for another address or another language.
const PAGE = location.search ? "" : location.pathname;
const SHOWS = `${document.documentElement.lang} ${PAGE}`;

/** The page in this tab: what it shows, and how it catches up. */
export class Page {
  constructor(url, number, sent) {
    this.url = url;
    this.sent = sent;
    rest.then(() => this.swapping()).catch(() => {});
    this.shown = number; // null: the page has no event number, so the first news makes it fetch
    this.wanted = number ?? 0;
    this.log = number ?? -1; // how far the log had come when the page was last known to be up to date
    this.tries = 0;
    this.looking = null;
    this.isTold = false; // whether the stream says what changed, or only that something did
  }

  /** Loads js/swap.js, which only a changing page needs. */
  swapping() {
    this.swapper ??= import("./swap.js").then((swapper) => {
      swapper.begin(this.sent);
      return swapper;
    });
    return this.swapper;
  }

  /** Takes news: the log has come to event `number`, and this page to event `page`, which is
   * undefined where only the log's number is told. `parts` are the changes since event `from`. */
  async hear({ number, page, from, parts }) {
    this.isTold ||= page !== undefined;
    const swapper = parts?.length && (await this.swapping().catch(() => null));
    if (parts && from === this.shown && !this.looking) this.#apply(swapper, page, parts);
    const isBehind = page === undefined ? number > this.log : page !== this.shown;
    if (!isBehind) {
      this.log = Math.max(this.log, number);
      return;
    }
    this.wanted = page ?? number;
    this.tries = 0;
    this.lookIfBehind();
  }

  lookIfBehind() {
    if (!document.hidden) this.look();
  }

  /** True when the page could be fetched. Two calls at once share one fetch. */
  look() {
    this.looking ??= this.#fetch().finally(() => {
      this.looking = null;
      // A public page may have come as far as it is wanted without a change of its own.
      this.tries += 1;
      if (this.shown < this.wanted && this.tries < MOST_TRIES) setTimeout(() => this.lookIfBehind(), AGAIN);
    });
    return this.looking;
  }

  #apply(swapper, number, parts) {
    if (parts.length && !swapper?.apply(parts)) return false;
    this.shown = number;
    return true;
  }

  async #fetch() {
    const wanted = this.wanted;
    try {
      if (this.isTold && this.shown !== null && wanted > this.shown && (await this.#catchUp())) return true;
      // "no-cache" sends the page's ETag: an unchanged page is answered with a short 304.
      const response = await fetch(location.href, { headers: { "X-Live": "1" }, cache: "no-cache" });
      if (response.status === GONE) location.reload(); // as the match of a draw that was undone
      if (!response.ok || response.redirected) return response.ok;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      // After a failed import a browser does not try the script again: only a reload helps.
      const swapper = await this.swapping().catch(() => location.reload());
      const waiting = swapper.swap(fresh);
      const number = fresh.body.dataset.liveNumber;
      this.shown = number ? Number(number) : wanted;
      this.log = Math.max(this.log, this.shown, wanted);
      if (waiting.length) setTimeout(() => this.look(), POLL);
      return true;
    } catch {
      return false;
    }
  }

  /** True when the missed changes could be fetched without the whole page. */
  async #catchUp() {
    const asked = `${this.url}/changes?page=${encodeURIComponent(PAGE)}&after=${this.shown}`;
    const response = await fetch(asked, { cache: "no-store" });
    if (!response.ok) return false;
    const { page, from, parts } = await response.json();
    return from === this.shown && this.#apply(await this.swapping(), page, parts);
  }
}

/** Where the news comes from: this tab's own stream, another tab's, or polling every few
 * seconds. */
class Stream {
  constructor(url, page) {
    this.url = url;
    this.page = page;
    this.light = document.getElementById("live-state");
  }

  start() {
    if (this.running) return;
    this.running = true;
    this.watching = setInterval(() => this.#watch(), SILENCE / 8);
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
    clearInterval(this.watching);
    this.#stepDown();
    this.waiting?.abort();
    this.channel?.close();
  }

  /** The page is visible again after `slept` milliseconds. */
  wake(slept) {
    if (this.source && slept >= NAP) this.#open();
    this.ask();
  }

  #watch() {
    if (!this.source || Date.now() - this.heard < SILENCE) return;
    if (this.state === "live") this.#state("reconnecting");
    this.#open();
    this.page.look();
  }

  /** Asks whether the leading tab is awake. Phones put tabs to sleep, and a sleeping tab keeps its
   * lock: then this tab takes it. */
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
        if (!this.leads) return; // this tab itself stopped waiting
        this.#stepDown(); // another tab thought that this tab slept
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
    this.heard = Date.now();
    const { shown } = this.page;
    const after = shown === null ? "" : `&after=${shown}`;
    this.source = new EventSource(`${this.url}?page=${encodeURIComponent(PAGE)}${after}`);
    this.source.addEventListener("open", () => this.#state("live"));
    this.source.addEventListener("beat", () => {
      this.heard = Date.now();
      this.#state("live");
    });
    this.source.addEventListener("message", (event) => {
      this.heard = Date.now();
      this.#state("live");
      this.#hear(JSON.parse(event.data));
    });
    this.source.addEventListener("error", () => this.#lost());
    this.patience ??= setTimeout(() => this.#state("polling"), PATIENCE);
  }

  #hear(news) {
    this.page.hear(news);
    this.channel?.postMessage({ news, shows: SHOWS });
  }

  #lost() {
    if (this.state === "live") this.#state("reconnecting");
    this.patience ??= setTimeout(() => this.#state("polling"), PATIENCE);
    if (this.source.readyState === EventSource.CLOSED) {
      // The server refused the stream. The browser will not try again, so this script does, later.
      clearTimeout(this.again);
      this.again = setTimeout(() => this.#open(), STREAM_AGAIN);
    }
  }

  #fromAnotherTab({ ask, state, news, shows }) {
    if (ask && this.leads) {
      this.channel.postMessage({ state: this.state, news: { number: this.page.log } });
      return;
    }
    if (ask) return;
    this.answered = true;
    if (news) this.page.hear(shows === SHOWS ? news : { number: news.number });
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
