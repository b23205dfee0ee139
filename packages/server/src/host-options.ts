import { type Alert, type EventHandler, type Options, PayIndexError, type Problem } from "@pay-index/core";
import {
  type OrderPageRequest,
  problemsOfSchemaIssues,
  type RetryPageRequest,
  type SaleItemChanger,
  type Telemetry,
  z,
} from "@pay-index/core/adapter";
import { type BuyerPageOptions, buyerPageOptionsSchema } from "./buyer-page-options.ts";
import { type NotifyFromOptions, notifyFromSchema } from "./notify-from-schema.ts";

/** The options that every host adds to those of core. */
export interface CommonHostOptions {
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
  readonly notifyFrom?: NotifyFromOptions;
  /** Receives each event. Default: events above the level `debug` go to the host's log. */
  onEvent?: EventHandler;
  /** Traces and metrics: `openTelemetry()` of `@pay-index/opentelemetry`. Default: none. The events still go to `onEvent` or the log. */
  readonly telemetry?: Telemetry;
}

/** The options of the hosts that build the items of a sale from the shop's cart: Medusa and Vendure. */
export interface CartHostOptions extends CommonHostOptions {
  /**
   * Returns the name, product number, picture and attributes with which an item is sent to the gateway. Its price and quantity stay. It runs
   * each time that a sale is built, so return the same for the same item. If it throws or returns no item, the whole order is sent as one
   * item, with the warning `item_change_failed` (PROD-CHANGE).
   *
   * @example changeItem: (item) => ({ ...item, name: item.sku ?? "Goods" })
   */
  changeItem?: SaleItemChanger;
  /**
   * Whether the customer who placed an order can cancel its subscription in the storefront. Needs `operations.cancelSubscription`. Default:
   * `false`, and the storefront has no such call.
   */
  readonly buyersMayCancel?: boolean;
}

/** Sends an alert with the services of the host. The contract is that of `SendAlert`. */
type HostSendAlert<Host> = (alert: Alert, host: Host) => unknown;

/** The option `alerts` of a host that passes its services to `send`. */
export type HostAlertOptions<Host> = Omit<NonNullable<Options["alerts"]>, "send"> & {
  readonly send: HostSendAlert<Host>;
};

/** Returns the options of core with an `alerts.send` that gets the services of the host. Core checks everything else. */
export function bindAlerts<Host>(core: Options, host: () => Host | Promise<Host>): Options {
  const { alerts } = core;
  const send = alerts?.send as HostSendAlert<Host> | undefined;
  if (alerts === undefined || typeof send !== "function") return core;
  return { ...core, alerts: { ...alerts, send: async (alert) => send(alert, await host()) } };
}

/** A schema for a function of the shop. `message` is the problem of any other value. */
export const createFunctionSchema = (message: string) =>
  z.custom<(...input: never) => unknown>((value) => typeof value === "function", message);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** Checks `CommonHostOptions`. For the schema of an adapter's options. */
export const commonHostOptionsSchema = z.object({
  orderPage: createFunctionSchema("is required: a function that returns the address of an order's page"),
  retryPage: createFunctionSchema("must be a function that returns an address").optional(),
  pages: buyerPageOptionsSchema.optional(),
  cardOrigins: z
    .array(
      z.string().refine(isOrigin, "must be an origin, such as https://shop.example"),
      "must be a list of origins, such as https://shop.example",
    )
    .optional(),
  notifyFrom: notifyFromSchema.optional(),
  onEvent: createFunctionSchema("must be a function that takes an event").optional(),
  telemetry: z
    .custom<Telemetry>(
      (value) => typeof Object(value).trace === "function",
      "must be openTelemetry() of @pay-index/opentelemetry",
    )
    .optional(),
});

/** Checks `CartHostOptions`. */
export const cartHostOptionsSchema = commonHostOptionsSchema.extend({
  changeItem: createFunctionSchema("must be a function that returns an item").optional(),
  buyersMayCancel: z.boolean("must be true or false").optional(),
});

/** Returns the problem of a shop whose buyers may cancel, although the shop itself cannot. */
export function findBuyerCancelOptionProblems({
  buyersMayCancel,
  operations,
}: Pick<CartHostOptions, "buyersMayCancel"> & Pick<Options, "operations">): Problem[] {
  if (buyersMayCancel !== true || operations?.cancelSubscription !== undefined) return [];
  const message = "needs the option operations.cancelSubscription, which your gateway must document";
  return [{ path: "buyersMayCancel", message }];
}

/** A shop's options: those that the adapter adds, without options that have no value, and those of core. */
interface SplitOptions<Own> {
  readonly own: Own;
  readonly core: Options;
}

/**
 * Separates the options that an adapter adds, which its schema lists, from those of core.
 *
 * @param findProblems the further mistakes that the adapter detects
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 */
export function checkAndSplitOptions<Own extends CommonHostOptions>(
  schema: z.ZodObject,
  options: Readonly<Record<string, unknown>>,
  findProblems: (core: Options) => readonly Problem[],
): SplitOptions<Own> {
  const names = Object.keys(schema.shape);
  const values = names
    .map((name) => [name, options[name]] as const)
    .filter(([, value]) => value !== undefined);
  const own = Object.fromEntries(values);
  const isOfCore = ([name]: readonly [string, unknown]) => !names.includes(name);
  const core = Object.fromEntries(Object.entries(options).filter(isOfCore)) as unknown as Options;
  assertNoOptionProblems([...findOptionProblems(schema, own), ...findProblems(core)]);
  return { own: own as unknown as Own, core };
}

/** Returns each mistake in a value, by its path. */
export function findOptionProblems(schema: z.ZodType, value: unknown): Problem[] {
  return problemsOfSchemaIssues(schema.safeParse(value).error?.issues ?? []);
}

/** @throws PayIndexError `options_invalid`, if there are problems */
export function assertNoOptionProblems(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", { problems });
}
