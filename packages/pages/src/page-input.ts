import type { FieldProblem } from "./buyer-field-problems.ts";
import type { PageTexts } from "./texts/en.ts";
import type { Language } from "./texts/languages.ts";

/**
 * The content of a page. `starting`: a second click while the first request is being sent. After a minute it becomes
 * `starting-long`, and `confirming` becomes `confirming-long`. `placing`, `placed`: paid, and the order will be or is
 * placed. `held`: paid, and staff must resolve a problem. `failed`: the payment failed. `unreachable`: the gateway
 * returned no payment page, so the buyer was not charged. `closed`, `review`: staff closed the payment, or must check
 * it. `unavailable`: the shop's status is not available. `card-refused`: nothing was charged. `card-unclear`: it is not
 * known whether the card was charged. `link-open`: a payment link, with what is due. The other pages of a payment link say why it
 * cannot be paid.
 */
export type PageKind = keyof PageTexts["pages"];

/** Why a card was not charged. */
export type CardRefusalReason = keyof PageTexts["refusals"];

/** The input of a page. */
export interface PageInput {
  readonly kind: PageKind;
  readonly language: Language;
  /** The shop's pages: web addresses, or paths of this site. Other addresses are left out. */
  readonly addresses?: { readonly order?: string | undefined; readonly retry?: string | undefined };
  /** Whether the payment page reported a failure. The report is not signed, so the page does not present it as a result (RET-UNSIGNED). */
  readonly reported?: boolean;
  /** Whether the shop sends e-mails to its buyers. */
  readonly email?: boolean;
  /** Whether the shop uses the sandbox: the page then says that no money moves. */
  readonly sandbox?: boolean;
  /** What is due, such as `48.00 USD`. Only on the page `link-open`. */
  readonly amount?: string;
  /** How often a page without scripts has reloaded, if the buyer asked for it. Default: 0. */
  readonly asked?: number;
  /** Why a card was not charged, and the problems of its fields. */
  readonly card?: {
    readonly refusal: CardRefusalReason;
    readonly problems: readonly FieldProblem[];
    /** The smallest amount that can be charged, such as `5.00 USD`. Only with `amount_below_minimum`. */
    readonly minimum?: string | undefined;
  };
}

/** A link of a page: to the order, to the page to try again, to this page, or from a payment link to the payment page. */
export interface PageLink {
  readonly to: "order" | "retry" | "again" | "pay";
  /** Empty for a link to this page, and only a query for a link to the payment page. */
  readonly href: string;
  readonly text: string;
}

/** A page in one language, with everything that your own HTML of it needs. */
export interface PageView {
  readonly kind: PageKind;
  readonly language: Language;
  /** The value of the HTML attribute `lang` (BCP 47). */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly heading: string;
  /** The paragraphs. `live` contains them, with `list` after the first one. */
  readonly text: readonly string[];
  /** The fields to correct, on a page about a card. */
  readonly list: readonly string[];
  /** The label of the links. On a page with a final outcome, the first link is the main one. */
  readonly navigation: string;
  readonly links: readonly PageLink[];
  /** HTML for the head. It reloads the page without scripts, if the buyer asked for it. Otherwise empty. */
  readonly head: string;
  /**
   * HTML for the body: the text as a live region. On a waiting page, also the script that polls and redirects; without scripts, a link
   * that starts or stops reloading.
   */
  readonly live: string;
  /** The content security policy, which allows only what this page needs. */
  readonly csp: string;
}
