import type { EventHandler } from "@pay-index/core";
import { ignoreRejection, toEventError } from "@pay-index/core/adapter";
import type { HttpReply } from "@pay-index/core/protocol";
import {
  createPageView,
  type Language,
  languages,
  type PageInput,
  type PageView,
  type RenderedPage,
  renderPage,
} from "@pay-index/pages";
import Negotiator from "negotiator";
import type { BuyerPageOptions } from "./buyer-page-options.ts";
import { buyerResponseHeaders } from "./http-replies.ts";
import type { ServerRequest } from "./http-types.ts";

export interface BuyerPageDependencies {
  /** The option `pages`. */
  readonly look?: BuyerPageOptions | undefined;
  /** Whether the pages say that no money moves. */
  readonly sandbox?: boolean | undefined;
  readonly onEvent: EventHandler;
}

/** Renders the buyer pages in the buyer's language. */
export class BuyerPageRenderer {
  readonly #look: BuyerPageOptions;
  readonly #sandbox: boolean;
  readonly #onEvent: EventHandler;

  constructor({ look = {}, sandbox = false, onEvent }: BuyerPageDependencies) {
    this.#look = look;
    this.#sandbox = sandbox;
    this.#onEvent = onEvent;
  }

  /** Returns the content of a page for a request. */
  view(request: ServerRequest, input: Omit<PageInput, "language" | "email" | "sandbox">): PageView {
    const { language = requestLanguage(request), email = true } = this.#look;
    return createPageView({ ...input, language, email, sandbox: this.#sandbox });
  }

  /** Returns the reply with the shop's own page or the standard page. */
  reply(status: number, view: PageView): HttpReply {
    const { html, csp } = this.#own(view) ?? renderPage(view);
    const headers = {
      ...buyerResponseHeaders,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": csp,
    };
    return { status, headers, body: html };
  }

  /** An error of a template must not become an error page for a buyer who has paid. */
  #own(view: PageView): RenderedPage | undefined {
    try {
      const page: unknown = this.#look.render?.(view);
      if (page === undefined) return undefined;
      if (typeof page === "string") return { html: page, csp: view.csp };
      if (isRenderedPage(page)) return page;
      ignoreRejection(page);
      throw new TypeError("render returned neither a string nor { html, csp }.");
    } catch (error) {
      this.#onEvent({ event: "page-render-failed", page: view.kind, error: toEventError(error) });
      return undefined;
    }
  }
}

function isRenderedPage(page: unknown): page is RenderedPage {
  const { html, csp } = Object(page) as Partial<RenderedPage>;
  // The policy is a header. Other characters would make the response fail.
  return typeof html === "string" && typeof csp === "string" && /^[ -~]+$/.test(csp);
}

/** Browsers send fewer. */
const maxLanguages = 20;

/** Returns the first language of the request that the pages have. `en-GB` counts as English. */
export function requestLanguage({ headers }: Pick<ServerRequest, "headers">): Language {
  // Parsing thousands of tags costs the server more than sending them.
  const tags = headers["accept-language"]?.split(",", maxLanguages).join(",");
  const negotiator = new Negotiator({ headers: { "accept-language": tags } });
  const accepted = negotiator.languages([...languages]) as Language[];
  const had = (wanted: string) =>
    wanted === "*" ? accepted[0] : accepted.find((each) => each === wanted.split("-", 1)[0]?.toLowerCase());
  return negotiator.languages().map(had).find(Boolean) ?? languages[0] ?? "en";
}
