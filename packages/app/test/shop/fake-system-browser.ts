/** What a phone does with an address before its browser loads it: true, and the app has it. */
export type AppUrlHandler = (address: string) => boolean;

/**
 * The browser that the system shows over an app, without scripts. It loads real pages, and hands over what the system knows as an
 * address of an app.
 */
export class FakeSystemBrowser {
  readonly #taken: AppUrlHandler;
  #page = { url: "", html: "" };

  constructor(taken: AppUrlHandler) {
    this.#taken = taken;
  }

  get url(): string {
    return this.#page.url;
  }

  /** Ends on a page, or where the app takes over: then the page before is still there. */
  async open(address: string, request: RequestInit = {}): Promise<void> {
    const url = new URL(address, this.url || undefined).href;
    if (this.#taken(url)) return;
    const answer = await fetch(url, { ...request, redirect: "manual" });
    const location = answer.headers.get("location");
    if (location !== null) return this.open(new URL(location, url).href);
    this.#page = { url, html: await answer.text() };
    const onward = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(this.#page.html)?.[1];
    if (onward !== undefined) await this.open(onward);
  }

  /** The link with this text. */
  async follow(text: string): Promise<void> {
    const [, href] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>\\s*${text}`).exec(this.#page.html) ?? [];
    if (href === undefined) throw new Error(`there is no link "${text}" on ${this.url}`);
    await this.open(href);
  }

  /** Answers where the wallet asks. */
  async answer(choice: "approve" | "refuse"): Promise<void> {
    await this.open(this.url, { method: "POST", body: new URLSearchParams({ choice }) });
  }

  /** Looks again at a page that waits. */
  async reload(): Promise<void> {
    await this.open(this.url);
  }
}
