import { type HTMLElement, parse } from "node-html-parser";
import { CookieJar } from "./cookie-jar.ts";

export interface FormPage {
  readonly url: URL;
  readonly status: number;
  readonly root: HTMLElement;
}

const maxRedirects = 10;
const requestTimeoutMs = 20_000;

/**
 * A minimal browser for a buyer without scripts, and without cookies unless requested: it opens pages, follows
 * redirects, and submits only forms that it finds, with their fields.
 */
export class FormBrowser {
  /** Every visited address, with redirects. */
  readonly trail: URL[] = [];
  readonly #cookies: CookieJar | undefined;
  #page: FormPage | undefined;

  constructor({ cookies = false } = {}) {
    this.#cookies = cookies ? new CookieJar() : undefined;
  }

  get page(): FormPage {
    if (this.#page === undefined) throw new Error("no page is open yet");
    return this.#page;
  }

  open(address: string | URL): Promise<FormPage> {
    return this.#go(new URL(address, this.#page?.url));
  }

  /** Follows the first link that matches the selector. */
  click(selector: string): Promise<FormPage> {
    return this.open(this.#find(selector).getAttribute("href") ?? "");
  }

  /** Fills and submits the form that contains the matching element. A matching button is pressed. */
  submit(selector: string, typed: Readonly<Record<string, string>> = {}): Promise<FormPage> {
    const found = this.#find(selector);
    const form = found.closest("form");
    if (form === null) throw new Error(`${selector} is in no form on ${this.page.url.pathname}`);
    const fields = new URLSearchParams(fieldsOf(form, typed));
    const pressed = found.tagName === "BUTTON" ? found.getAttribute("name") : undefined;
    if (pressed !== undefined) fields.append(pressed, found.getAttribute("value") ?? "");
    const target = new URL(form.getAttribute("action") ?? "", this.page.url);
    if (form.getAttribute("method") === "post") return this.#go(target, fields);
    target.search = fields.toString();
    return this.#go(target);
  }

  #find(selector: string): HTMLElement {
    const found = this.page.root.querySelector(selector);
    if (found !== null) return found;
    const { url, root } = this.page;
    const title = root.querySelector("h1")?.textContent ?? "no title";
    throw new Error(`there is no ${selector} on ${url.host}${url.pathname} ("${title.trim()}")`);
  }

  async #go(target: URL, form?: URLSearchParams): Promise<FormPage> {
    let url = target;
    let body = form;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      this.trail.push(url);
      const response = await fetch(url, this.#request(url, body));
      this.#cookies?.keep(url, response.headers.getSetCookie());
      const location = response.headers.get("location");
      const text = await response.text();
      if (location === null || response.status < 300 || response.status > 399) {
        this.#page = { url, status: response.status, root: parse(text) };
        return this.#page;
      }
      url = new URL(location, url);
      body = undefined;
    }
    throw new Error(`${target.host}${target.pathname} redirects without an end`);
  }

  #request(url: URL, body: URLSearchParams | undefined): RequestInit {
    const headers = {
      accept: "text/html",
      "user-agent": "pay-index-demo-buyer/1.0 (no scripts)",
      ...this.#cookies?.headerFor(url),
    };
    const signal = AbortSignal.timeout(requestTimeoutMs);
    if (body === undefined) return { headers, redirect: "manual", signal };
    // A browser sends the origin of the form's page, and shops may require it.
    return {
      method: "POST",
      body,
      headers: { ...headers, origin: this.page.url.origin },
      redirect: "manual",
      signal,
    };
  }
}

/** Returns the fields that a browser would send: the form's values, or the typed ones. */
function fieldsOf(form: HTMLElement, typed: Readonly<Record<string, string>>): [string, string][] {
  const inputs = form.querySelectorAll("input[name]:not([type=radio]), select[name]");
  const named = inputs.map((input): [string, string] => [
    input.getAttribute("name") ?? "",
    fieldValueOf(input),
  ]);
  const radios = form.querySelectorAll("input[type=radio]");
  const groups = [...new Set(radios.map((radio) => radio.getAttribute("name") ?? ""))];
  const chosen = groups.map((name): [string, string] => [name, checkedValueOf(radios, name)]);
  const fields = [...named, ...chosen];
  for (const name of Object.keys(typed)) {
    if (!fields.some(([known]) => known === name)) throw new Error(`the form has no field ${name}`);
  }
  return fields.map(([name, value]) => [name, typed[name] ?? value]);
}

function fieldValueOf(input: HTMLElement): string {
  if (input.tagName !== "SELECT") return input.getAttribute("value") ?? "";
  const option = input.querySelector("option[selected]") ?? input.querySelector("option");
  return option?.getAttribute("value") ?? "";
}

function checkedValueOf(radios: readonly HTMLElement[], name: string): string {
  const group = radios.filter((radio) => radio.getAttribute("name") === name);
  return group.find((radio) => radio.hasAttribute("checked"))?.getAttribute("value") ?? "";
}
