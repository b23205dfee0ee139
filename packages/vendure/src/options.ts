import { type AboutOrder, type Observe, type Options, PayIndexError, type Sale } from "@pay-index/core";
import type { Injector, Order, RequestContext } from "@vendure/core";
import { Door } from "./door.ts";

/** Under which Nest hands the options out. */
export const payIndexOptions = Symbol("pay-index options");

/** What a subscription is decided by. */
export interface AboutSubscription {
  readonly ctx: RequestContext;
  readonly order: Order;
  readonly injector: Injector;
}

/** Core's plan, as a shop writes it. */
export type PlanInput = Extract<Sale, { variant: "subscription" }>["plan"];

/**
 * Core's options, and what Vendure adds to them. `publicUrl` is where this server is reached from outside, with a path of its own,
 * such as `https://api.shop.example/pay`. A merchant's `tenant` is the code of a channel; without one it is the default channel's.
 */
export interface PayIndexPluginOptions extends Options {
  /** The storefront's page of an order: an address. `reference` is the order's code, `tenant` its channel's. */
  orderPage(about: AboutOrder): string;
  /** Where a buyer can try again; by default the order page. */
  retryPage?(about: AboutOrder): string;
  /** What a subscription charges and when: for payment methods of the variant `subscription`. Undefined: this order is none. */
  subscriptionPlan?(about: AboutSubscription): PlanInput | undefined | Promise<PlanInput | undefined>;
  /** Pages beside the storefront's own that may send a card form: origins, such as `https://shop.example`. */
  readonly cardOrigins?: readonly string[];
  /** Hears of everything that happens. By default it is written to Vendure's log. */
  observe?: Observe;
  /** How often what was left undone is taken up: a cron schedule, with seconds if you like; every ten seconds by default. */
  readonly schedule?: string;
}

/** What Vendure adds, apart from core's. */
export interface OwnOptions
  extends Pick<
    PayIndexPluginOptions,
    "orderPage" | "retryPage" | "subscriptionPlan" | "cardOrigins" | "observe" | "schedule"
  > {}

export interface CheckedOptions {
  readonly core: Options;
  readonly own: OwnOptions;
  /** The path that the payment routes are mounted at. */
  readonly route: string;
  readonly door: Door;
}

/** @throws PayIndexError `options_invalid` for what Vendure adds; core checks the rest when the gateway is made */
export function checkOptions(options: PayIndexPluginOptions): CheckedOptions {
  const { orderPage, retryPage, subscriptionPlan, cardOrigins, observe, schedule, ...core } = Object(
    options,
  ) as PayIndexPluginOptions;
  const problems = [
    isFunction(orderPage)
      ? ""
      : "orderPage: is required: a function that gives the address of an order's page",
    isFunction(retryPage ?? isFunction) ? "" : "retryPage: must be a function that gives an address",
    isFunction(subscriptionPlan ?? isFunction)
      ? ""
      : "subscriptionPlan: must be a function that gives a plan",
    isFunction(observe ?? isFunction) ? "" : "observe: must be a function that takes an event",
    isOrigins(cardOrigins ?? [])
      ? ""
      : "cardOrigins: must be a list of origins, such as https://shop.example",
    typeof (schedule ?? "") === "string" ? "" : "schedule: must be a cron schedule",
    hasPath(core.publicUrl)
      ? ""
      : "publicUrl: must be an address with a path of its own, such as https://shop.example/pay",
  ].filter((problem) => problem !== "");
  if (problems.length > 0) throw invalid(problems);
  const own = Object.fromEntries(
    Object.entries({ orderPage, retryPage, subscriptionPlan, cardOrigins, observe, schedule }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as OwnOptions;
  return { core, own, route: new URL(core.publicUrl).pathname.replace(/\/+$/, ""), door: new Door() };
}

function invalid(problems: readonly string[]): PayIndexError {
  return new PayIndexError("options_invalid", "These payment options cannot be used.", {
    problems: problems.map((problem) => {
      const [path = "", ...message] = problem.split(": ");
      return { path, message: message.join(": ") };
    }),
  });
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isOrigins(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => URL.canParse(each) && new URL(each).origin === String(each))
  );
}

/** Whatever else is wrong with it, core says. */
function hasPath(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && new URL(url).pathname !== "/";
}
