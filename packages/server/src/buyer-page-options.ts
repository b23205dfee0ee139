import { type Language, languages, type PageView, type RenderedPage } from "@pay-index/pages";
import { z } from "zod";

/** How the buyer's pages look, and who tells the outcome. */
export interface BuyerPageOptions {
  /**
   * `shop`, the default: once the outcome is there, the waiting page leads to `orderPage` or `retryPage`. `ours`: it becomes a page
   * that says how it ended, with a link to them.
   */
  readonly outcome?: "shop" | "ours";
  /** One language for everybody; by default the buyer's browser chooses, and English is for whoever reads none of ours. */
  readonly language?: Language;
  /** Whether the shop writes to its buyers when an order is placed or a person has looked at it, as the pages say. `true` by default. */
  readonly email?: boolean;
  /**
   * The shop's own look of a page, or undefined to leave it to ours. A text is served under `page.csp`, which allows nothing but what
   * is in `page.live`; with `csp` it brings a policy of its own. What it throws is told to `observe`, and the buyer sees our page.
   */
  render?(page: PageView): string | RenderedPage | undefined;
}

/** For the schema of an adapter's options. */
export const buyerPageOptionsSchema = z.strictObject(
  {
    outcome: z.enum(["shop", "ours"], "must be shop or ours").optional(),
    language: z.enum(languages, `must be one of ${languages.join(", ")}`).optional(),
    email: z.boolean("must be true or false").optional(),
    render: z
      .custom<NonNullable<BuyerPageOptions["render"]>>(
        (value) => typeof value === "function",
        "must be a function that gives a page",
      )
      .optional(),
  },
  { error: ({ code }) => (code === "unrecognized_keys" ? undefined : "must be one object") },
);
