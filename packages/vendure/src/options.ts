import {
  type EventHandler,
  isPayIndexError,
  type Options,
  PayIndexError,
  type Plan,
  type Sale,
} from "@pay-index/core";
import {
  checkPlans,
  type OrderPageRequest,
  problemsOf,
  type RetryPageRequest,
} from "@pay-index/core/adapter";
import { type BuyerPageOptions, buyerPageOptionsSchema } from "@pay-index/server";
import type { RuntimeVendureConfig } from "@vendure/core";
import { DeferredRouter } from "./deferred-router.ts";

/** Under which Nest hands the options out. */
export const pluginOptionsToken = Symbol("pay-index options");

/** Cron, with seconds: every ten seconds. */
export const defaultSweepSchedule = "*/10 * * * * *";

/**
 * What a subscription charges and when, as a shop writes it. Its price is the order's. `id` is the gateway's and never changes. A
 * first period at another price is not offered: Vendure places an order once its whole total is paid.
 */
export type PlanInput = Omit<Extract<Sale, { variant: "subscription" }>["plan"], "firstPeriodAmount">;

/**
 * Core's options, and what Vendure adds to them. `publicUrl` is where this server is reached from outside, with a path of its own,
 * such as `https://api.shop.example/pay`. A merchant's `tenant` is the id of a channel; without one it is the default channel's.
 */
export interface PayIndexPluginOptions extends Options {
  /** The storefront's page of an order: an address. `reference` is the order's code, `tenant` the id of the buyer's channel, or `default`. */
  orderPage(about: OrderPageRequest): string;
  /** Where a buyer can try again; by default the order page. Show the buyer a message for `reason`. */
  retryPage?(about: RetryPageRequest): string;
  /** Whether the buyer sees the outcome on pages of ours before going on to these, in which language, and how they look. */
  readonly pages?: BuyerPageOptions;
  /**
   * What can be subscribed to, by a name of your own, which staff choose for a product variant: its custom field `payIndexPlan`.
   * With `plans`, and be it `{}`, the field comes into being, so generate a migration. As long as a product carries a plan, leave it in:
   * a shop without the field does not know any more what is on a plan, and sells it once.
   */
  readonly plans?: Readonly<Record<string, PlanInput>>;
  /** Pages beside the storefront's own that may send a card form: origins, such as `https://shop.example`. */
  readonly cardOrigins?: readonly string[];
  /** Hears of everything that happens. By default it is written to Vendure's log. */
  onEvent?: EventHandler;
  /** How often what was left undone is taken up: a cron schedule, with seconds if you like; every ten seconds by default. */
  readonly schedule?: string;
}

/** What Vendure adds, apart from core's. */
export interface HostOptions
  extends Pick<
    PayIndexPluginOptions,
    "orderPage" | "retryPage" | "pages" | "cardOrigins" | "onEvent" | "schedule"
  > {
  readonly plans: ReadonlyMap<string, Plan>;
  /** Whether product variants have the field for them. */
  readonly hasPlanField: boolean;
}

export interface CheckedOptions {
  readonly core: Options;
  readonly own: HostOptions;
  /** The path that the payment routes are mounted at. */
  readonly route: string;
  readonly door: DeferredRouter;
}

/** @throws PayIndexError `options_invalid` for what Vendure adds; core checks the rest when the gateway is made */
export function checkOptions(options: PayIndexPluginOptions): CheckedOptions {
  const given = Object(options) as PayIndexPluginOptions;
  const { orderPage, retryPage, pages, plans = {}, cardOrigins, onEvent, schedule, ...core } = given;
  const problems = [
    isFunction(orderPage)
      ? ""
      : "orderPage: is required: a function that gives the address of an order's page",
    isFunction(retryPage ?? isFunction) ? "" : "retryPage: must be a function that gives an address",
    ...pageProblems(pages),
    isFunction(onEvent ?? isFunction) ? "" : "onEvent: must be a function that takes an event",
    isOriginList(cardOrigins ?? [])
      ? ""
      : "cardOrigins: must be a list of origins, such as https://shop.example",
    typeof (schedule ?? "") === "string" ? "" : "schedule: must be a cron schedule",
    hasPath(core.publicUrl)
      ? ""
      : "publicUrl: must be an address with a path of its own, such as https://shop.example/pay",
    ...planProblems(plans),
  ].filter((problem) => problem !== "");
  if (problems.length > 0) throw optionsInvalid(problems);
  const own = Object.fromEntries(
    Object.entries({ orderPage, retryPage, pages, cardOrigins, onEvent, schedule }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as Omit<HostOptions, "plans" | "hasPlanField">;
  const checked = new Map(Object.entries(checkPlans(plans)));
  return {
    core,
    own: { ...own, plans: checked, hasPlanField: given.plans !== undefined },
    route: new URL(core.publicUrl).pathname.replace(/\/+$/, ""),
    door: new DeferredRouter(),
  };
}

function pageProblems(pages: unknown): string[] {
  const problems = problemsOf(buyerPageOptionsSchema.optional().safeParse(pages).error?.issues ?? []);
  return problems.map(({ path, message }) => `${path === "(all)" ? "pages" : `pages.${path}`}: ${message}`);
}

/** Every mistake of every plan, as `plans.coffee.type`. */
function planProblems(plans: unknown): string[] {
  if (typeof plans !== "object" || plans === null || Array.isArray(plans))
    return ["plans: must be an object of plans, by name"];
  try {
    const ids = Object.values(checkPlans(plans as Record<string, unknown>)).map(({ id }) => id);
    const early = Object.entries(plans).filter(([, plan]) => "firstPeriodAmount" in plan);
    return [
      new Set(ids).size === ids.length ? "" : "plans: each needs an id of its own",
      "" in plans ? "plans: each needs a name" : "",
      ...early.map(([name]) => `plans.${name}.firstPeriodAmount: is not offered on Vendure`),
    ];
  } catch (error) {
    if (!isPayIndexError(error)) throw error;
    return error.problems.map(({ path, message }) => `plans.${path}: ${message}`);
  }
}

function optionsInvalid(problems: readonly string[]): PayIndexError {
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

function isOriginList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => URL.canParse(each) && new URL(each).origin === String(each))
  );
}

/**
 * Checks that the payment routes hide none of Vendure's APIs, and that no API hides them.
 *
 * @throws PayIndexError `options_invalid`
 */
export function checkRoute(
  route: string,
  apis: Pick<RuntimeVendureConfig["apiOptions"], "shopApiPath" | "adminApiPath">,
): void {
  const { shopApiPath, adminApiPath } = apis;
  const names = { "Shop API": shopApiPath, "Admin API": adminApiPath };
  for (const [name, path] of Object.entries(names))
    if (isWithin(route, path) || isWithin(path, route))
      throw optionsInvalid([
        `publicUrl: its path ${route} collides with Vendure's ${name} at /${namesOf(path).join("/")}. Use a path of its own, such as /pay`,
      ]);
}

/** Whether one path is the other, or below it. Letters count the same in both cases, as in Express. */
function isWithin(path: string, above: string): boolean {
  const names = namesOf(path);
  const namesAbove = namesOf(above);
  return (
    namesAbove.length > 0 &&
    namesAbove.every((name, index) => name.toLowerCase() === names[index]?.toLowerCase())
  );
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

/** Whatever else is wrong with it, core says. */
function hasPath(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && new URL(url).pathname !== "/";
}
