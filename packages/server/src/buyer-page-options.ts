import { z } from "@pay-index/core/adapter";
import { type Language, languages, type PageView, type RenderedPage } from "@pay-index/pages";

/** The language, the look and the outcome of the buyer pages. */
export interface BuyerPageOptions {
  /**
   * Which pages display the outcome. `shop`: the waiting page redirects to `orderPage` or `retryPage`. `ours`: the waiting page displays
   * the outcome, with a link to them. Default: `shop`.
   */
  readonly outcome?: "shop" | "ours";
  /**
   * One language for all buyers. Default: the language of the buyer's browser, or English if the pages do not have it.
   */
  readonly language?: Language;
  /** Whether the shop sends e-mails about placed and reviewed orders. The pages then mention the e-mail. Default: `true`. */
  readonly email?: boolean;
  /**
   * Returns the shop's own HTML of a page, or undefined to use the standard page. A string is served with `page.csp`, which allows only
   * the contents of `page.live`; an object brings its own `csp`. If it throws, the event `page-render-failed` is
   * emitted, and the buyer sees the standard page.
   */
  render?(page: PageView): string | RenderedPage | undefined;
}

/** Checks the option `pages`. For the schema of an adapter's options. */
export const buyerPageOptionsSchema = z.strictObject(
  {
    outcome: z.enum(["shop", "ours"], "must be shop or ours").optional(),
    language: z.enum(languages, `must be one of ${languages.join(", ")}`).optional(),
    email: z.boolean("must be true or false").optional(),
    render: z
      .custom<NonNullable<BuyerPageOptions["render"]>>(
        (value) => typeof value === "function",
        "must be a function that returns a page",
      )
      .optional(),
  },
  { error: ({ code }) => (code === "unrecognized_keys" ? undefined : "must be one object") },
);
