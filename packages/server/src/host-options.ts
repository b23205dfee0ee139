import { type EventHandler, PayIndexError, type Problem } from "@pay-index/core";
import { type OrderPageRequest, problemsOf, type RetryPageRequest } from "@pay-index/core/adapter";
import { z } from "zod";
import { type BuyerPageOptions, buyerPageOptionsSchema } from "./buyer-page-options.ts";
import { type NotifyFrom, notifyFromSchema } from "./notify-from-schema.ts";

/** The options that every host adds to those of core. */
export interface HostOptions {
  /** Returns the address of the order's page: absolute, or from the shop's root. */
  orderPage(about: OrderPageRequest): string;
  /** Returns the address where the buyer can try again. Display a message for `reason` there. Default: the order page. */
  retryPage?(about: RetryPageRequest): string;
  /** The language and look of the buyer pages, and which pages display the outcome. */
  readonly pages?: BuyerPageOptions;
  /** Further origins whose pages can submit a card form, such as `https://shop.example`. Default: those of `publicUrl` and `website`. */
  readonly cardOrigins?: readonly string[];
  /**
   * The addresses that may post notifications, and the number of the shop's own proxies before this server. Others are refused, and staff
   * see them. Default: all addresses, because signature and token decide (REP-SENDER).
   */
  readonly notifyFrom?: NotifyFrom;
  /** Receives each event. Default: events above the level `debug` go to the host's log. */
  onEvent?: EventHandler;
}

/** A schema for a function of the shop. `message` is the problem of any other value. */
export const functionSchema = (message: string) =>
  z.custom<(...input: never) => unknown>((value) => typeof value === "function", message);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** Checks `HostOptions`. For the schema of an adapter's options. */
export const hostOptionsSchema = z.object({
  orderPage: functionSchema("is required: a function that gives the address of an order's page"),
  retryPage: functionSchema("must be a function that gives an address").optional(),
  pages: buyerPageOptionsSchema.optional(),
  cardOrigins: z
    .array(
      z.string().refine(isOrigin, "must be an origin, such as https://shop.example"),
      "must be a list of origins, such as https://shop.example",
    )
    .optional(),
  notifyFrom: notifyFromSchema.optional(),
  onEvent: functionSchema("must be a function that takes an event").optional(),
});

/** Returns each mistake in a value, by its path. */
export function findOptionProblems(schema: z.ZodType, value: unknown): Problem[] {
  return problemsOf(schema.safeParse(value).error?.issues ?? []);
}

/** @throws PayIndexError `options_invalid`, if there are problems */
export function assertNoOptionProblems(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", { problems });
}
