import { z } from "zod";
import { operationNames } from "../operation-names.ts";

const seconds = z.number().min(0).max(3600);
const amount = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, "decimal text such as 12.50");
/** The number of tries of a notification that the fault affects; all tries by default. */
const tries = z.number().int().min(1).max(100).optional();
const faultVariant = <K extends string, S extends z.core.$ZodLooseShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

/** The ways to break the response to a sale. */
export const saleResponseBreakages = [
  "html",
  "empty",
  "truncated",
  "http_500",
  "redirect",
  "not_an_object",
  "unknown_status",
  "no_url",
  "too_large",
  "endless",
] as const;

export type SaleResponseBreakage = (typeof saleResponseBreakages)[number];

/** The ways to break the reply to a call that is no sale. */
export const operationReplyBreakages = [
  "html",
  "unsigned",
  "wrong_sign",
  "other_order",
  "no_currency",
] as const;

/** The call that a fault affects. Without it, every call. */
const operation = z.enum(operationNames).optional();

/** All faults, defined once for the control API and for code. */
export const faultSchema = z.discriminatedUnion("kind", [
  // Notifications: time and number of deliveries.
  faultVariant("duplicate", {
    copies: z.number().int().min(2).max(100).default(2),
    together: z.boolean().optional(),
  }),
  faultVariant("delay", { seconds }),
  faultVariant("reorder", {}),
  faultVariant("drop", { tries }),
  // Notifications: their content.
  faultVariant("corrupt_sign", { tries }),
  faultVariant("unsigned", { tries }),
  faultVariant("wrong_amount", { trueAmount: amount, tries }),
  faultVariant("wrong_currency", {
    currency: z.string().regex(/^[A-Z]{3}$/, "three upper-case letters"),
    tries,
  }),
  faultVariant("wrong_transaction", { transactionId: z.string().min(1).max(64), tries }),
  faultVariant("other_merchant", { tries }),
  faultVariant("other_order", { orderId: z.string().min(1).max(50).optional(), tries }),
  faultVariant("wrong_token", { tries }),
  // Notifications of subscriptions: the charge that they report.
  faultVariant("own_order_id", { tries }),
  /** Without `count`, the notification has no count. */
  faultVariant("wrong_cycle", { count: z.string().min(1).max(20).optional(), tries }),
  faultVariant("wrong_subscription", { subscriptionId: z.string().min(1).max(64), tries }),
  // Later events of the order.
  faultVariant("succeed_after_fail", { seconds: seconds.default(1) }),
  faultVariant("fail_after_success", { seconds: seconds.default(1) }),
  faultVariant("succeed_after_close", { seconds: seconds.default(1) }),
  faultVariant("pay_twice", { seconds: seconds.default(1) }),
  faultVariant("decline_first_charge", { attempts: z.number().int().min(1).max(100).optional() }),
  faultVariant("decline_cycle", { attempts: z.number().int().min(1).max(100).optional() }),
  faultVariant("charge_after_closing", {}),
  faultVariant("close_without_charge", {}),
  // The response to the sale.
  faultVariant("slow_response", { seconds }),
  faultVariant("broken_response", { as: z.enum(saleResponseBreakages).default("html") }),
  faultVariant("lost_connection", { when: z.enum(["before", "after"]).default("after") }),
  /** Without `language`, the text is as usual for a duplicate. */
  faultVariant("duplicate_rejection", { language: z.string().min(1).max(100).optional() }),
  // The calls that are no sales.
  faultVariant("lost_call", { when: z.enum(["before", "after"]).default("after"), operation }),
  faultVariant("broken_reply", { as: z.enum(operationReplyBreakages).default("html"), operation }),
  faultVariant("slow_reply", { seconds, operation }),
  faultVariant("query_state", { state: z.string().regex(/^\w{1,20}$/, "1 to 20 letters, digits or _") }),
  faultVariant("query_amount", { trueAmount: amount }),
  faultVariant("refuse_refund", {}),
  faultVariant("fail_refund", {}),
  faultVariant("slow_refund", { seconds }),
  // The dispute webhook.
  faultVariant("drop_dispute", { tries }),
  faultVariant("duplicate_dispute", { copies: z.number().int().min(2).max(100).default(2) }),
  faultVariant("early_dispute", {}),
]);

export type Fault = z.output<typeof faultSchema>;
/** A fault as a caller writes it: properties with a default may be left out. */
export type FaultInput = z.input<typeof faultSchema>;
export type FaultKind = Fault["kind"];

/** The settings of each kind of fault, by name. */
export const faultSettings = Object.fromEntries(
  faultSchema.options.map(({ shape: { kind, ...settings } }) => [kind.value, settings]),
) as Readonly<Record<FaultKind, Readonly<Record<string, z.ZodType>>>>;

const orderId = z.string().min(1).max(50);
const merchantId = z.string().min(1).max(20);

/** The orders that a fault affects. */
export const faultScopeSchema = z.discriminatedUnion("of", [
  z.strictObject({ of: z.literal("order"), orderId, merchantId: merchantId.optional() }),
  z.strictObject({ of: z.literal("merchant"), merchantId }),
  /** The next accepted sales, of one merchant or of any. The fault stays with these sales. */
  z.strictObject({
    of: z.literal("next"),
    sales: z.number().int().min(1).max(1_000_000).default(1),
    merchantId: merchantId.optional(),
  }),
  z.strictObject({ of: z.literal("all") }),
]);

export type FaultScope = z.output<typeof faultScopeSchema>;
export type FaultScopeInput = z.input<typeof faultScopeSchema>;

/** A fault that applies until it is cleared, or until its number of sales is used up. */
export interface FaultRule {
  readonly id: string;
  readonly fault: Fault;
  readonly scope: FaultScope;
  /** The number of sales that a rule of scope `next` still applies to. */
  readonly salesLeft?: number;
  /** A description of the effect and the scope. */
  readonly says: string;
}
