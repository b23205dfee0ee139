import { z } from "zod";

const seconds = z.number().min(0).max(3600);
const amount = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, "decimal text such as 12.50");
/** How many tries of a notification are spoiled; without it, each. */
const tries = z.number().int().min(1).max(100).optional();
const faultVariant = <K extends string, S extends z.core.$ZodLooseShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

/** How an answer to a sale can be broken. */
export const responseBreakages = [
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

export type ResponseBreakage = (typeof responseBreakages)[number];

/** Everything that can be made to go wrong, once: parsed from the control API, typed in code. */
export const faultSchema = z.discriminatedUnion("kind", [
  // notifications: what is sent when
  faultVariant("duplicate", {
    copies: z.number().int().min(2).max(100).default(2),
    together: z.boolean().optional(),
  }),
  faultVariant("delay", { seconds }),
  faultVariant("reorder", {}),
  faultVariant("drop", { tries }),
  // notifications: what they say
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
  // notifications of subscriptions: which charge they are about
  faultVariant("own_order_id", { tries }),
  /** Without a count the notification has none. */
  faultVariant("wrong_cycle", { count: z.string().min(1).max(20).optional(), tries }),
  faultVariant("wrong_subscription", { subscriptionId: z.string().min(1).max(64), tries }),
  // what becomes of the order later
  faultVariant("succeed_after_fail", { seconds: seconds.default(1) }),
  faultVariant("fail_after_success", { seconds: seconds.default(1) }),
  faultVariant("succeed_after_close", { seconds: seconds.default(1) }),
  faultVariant("pay_twice", { seconds: seconds.default(1) }),
  faultVariant("decline_cycle", { attempts: z.number().int().min(1).max(100).optional() }),
  faultVariant("charge_after_closing", {}),
  faultVariant("close_without_charge", {}),
  // the answer to the sale
  faultVariant("slow_response", { seconds }),
  faultVariant("broken_response", { as: z.enum(responseBreakages).default("html") }),
  faultVariant("lost_connection", { when: z.enum(["before", "after"]).default("after") }),
  faultVariant("duplicate_rejection", {}),
]);

export type Fault = z.output<typeof faultSchema>;
/** What a caller writes: parts with a default may be left out. */
export type FaultInput = z.input<typeof faultSchema>;
export type FaultKind = Fault["kind"];

const orderId = z.string().min(1).max(50);
const merchantId = z.string().min(1).max(20);

/** Whom a fault befalls. */
export const faultScopeSchema = z.discriminatedUnion("of", [
  z.strictObject({ of: z.literal("order"), orderId, merchantId: merchantId.optional() }),
  z.strictObject({ of: z.literal("merchant"), merchantId }),
  /** The next accepted sales, of one merchant or of any; the fault stays with them. */
  z.strictObject({
    of: z.literal("next"),
    sales: z.number().int().min(1).max(1_000_000).default(1),
    merchantId: merchantId.optional(),
  }),
  z.strictObject({ of: z.literal("all") }),
]);

export type FaultScope = z.output<typeof faultScopeSchema>;
export type FaultScopeInput = z.input<typeof faultScopeSchema>;

/** A fault that stands until it is cleared, or until the sales it was meant for are used up. */
export interface FaultRule {
  readonly id: string;
  readonly fault: Fault;
  readonly scope: FaultScope;
  /** Of scope `next`: for how many sales it still stands. */
  readonly salesLeft?: number;
  /** In plain words: what happens, and to whom. */
  readonly says: string;
}
