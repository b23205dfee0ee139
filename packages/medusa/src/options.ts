import type { MedusaContainer } from "@medusajs/framework/types";
import { type EventHandler, type Options, PayIndexError, type Problem, type Sale } from "@pay-index/core";
import {
  type OrderPageRequest,
  optionsSchema,
  problemsOf,
  type RetryPageRequest,
} from "@pay-index/core/adapter";
import { type BuyerPageOptions, buyerPageOptionsSchema } from "@pay-index/server";
import { z } from "zod";
import type { PayableCart } from "./payable-cart.ts";

type PlanInput = Extract<Sale, { variant: "subscription" }>["plan"];

/** What a subscription is decided by. */
export interface SubscriptionPlanRequest {
  readonly cart: PayableCart;
  readonly container: MedusaContainer;
}

/** What Medusa adds to core's options. */
export interface HostOptions {
  /** The storefront's page of an order: an address. `reference` is the cart's id. */
  orderPage(about: OrderPageRequest): string;
  /** Where a buyer can try again; by default the order page. Show the buyer a message for `reason`. */
  retryPage?(about: RetryPageRequest): string;
  /** Whether the buyer sees the outcome on pages of ours before going on to these, in which language, and how they look. */
  readonly pages?: BuyerPageOptions;
  /** What a subscription charges and when. Undefined: this cart is none. */
  subscriptionPlan?(about: SubscriptionPlanRequest): PlanInput | undefined | Promise<PlanInput | undefined>;
  /** Pages beside the storefront's own that may send a card form: origins, such as `https://shop.example`. */
  readonly cardOrigins?: readonly string[];
  /** Hears of everything that happens. By default it is written to Medusa's log. */
  onEvent?: EventHandler;
}

/**
 * Core's options, and what Medusa adds to them. `publicUrl` is where this server is reached from outside, and ends in
 * `/hooks/pay-index`. A merchant's `tenant` becomes a part of its providers' ids, so a region chooses the merchant by its providers.
 */
export interface PayIndexPluginOptions extends Options, HostOptions {}

export interface CheckedOptions {
  readonly core: Options;
  readonly own: HostOptions;
}

/** Where Medusa serves the routes of this plugin. */
export const mountPath = "/hooks/pay-index";

const functionSchema = (what: string) =>
  z.custom<(...input: never) => unknown>((value) => typeof value === "function", what);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

const hostOptionsSchema = z.object({
  orderPage: functionSchema("is required: a function that gives the address of an order's page"),
  retryPage: functionSchema("must be a function that gives an address").optional(),
  pages: buyerPageOptionsSchema.optional(),
  subscriptionPlan: functionSchema("must be a function that gives a plan").optional(),
  cardOrigins: z
    .array(z.string().refine(isOrigin, "must be an origin, such as https://shop.example"))
    .optional(),
  onEvent: functionSchema("must be a function that takes an event").optional(),
});

/** @throws PayIndexError `options_invalid`, with the path of each mistake */
export function checkOptions(options: unknown): CheckedOptions {
  // Medusa puts its own database settings into the options of every module.
  const { database: _, ...given } = Object(options) as PayIndexPluginOptions & { database?: unknown };
  const { orderPage, retryPage, pages, subscriptionPlan, cardOrigins, onEvent, ...core } = given;
  const own = { orderPage, retryPage, pages, subscriptionPlan, cardOrigins, onEvent };
  const problems = [
    ...findProblems(hostOptionsSchema, own),
    ...findProblems(optionsSchema, core),
    ...findHostProblems(core),
  ];
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", { problems });
  const set = Object.entries(own).filter(([, value]) => value !== undefined);
  return { core, own: Object.fromEntries(set) as unknown as HostOptions };
}

function findProblems(schema: z.ZodType, value: unknown): Problem[] {
  return problemsOf(schema.safeParse(value).error?.issues ?? []);
}

/** What holds in Medusa only. Whatever else is wrong with these, core says. */
function findHostProblems({ publicUrl, merchants }: Options): Problem[] {
  const problems: Problem[] = [];
  if (typeof publicUrl === "string" && !publicUrl.replace(/\/+$/, "").endsWith(mountPath))
    problems.push({ path: "publicUrl", message: `must end in ${mountPath}, where Medusa serves the routes` });
  for (const [index, merchant] of (Array.isArray(merchants) ? merchants : []).entries())
    if (!/^[A-Za-z0-9-]+$/.test(merchant?.tenant ?? "default"))
      problems.push({
        path: `merchants.${index}.tenant`,
        message: "must be letters, digits and hyphens: it is a part of the provider's id",
      });
  return problems;
}
