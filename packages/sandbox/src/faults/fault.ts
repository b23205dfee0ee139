import { z } from "zod";

const seconds = z.number().min(0).max(3600);
const amount = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, "decimal text such as 12.50");
/** How many tries of a notification are spoiled; without it, each. */
const tries = z.number().int().min(1).max(100).optional();
const kind = <K extends string, S extends z.core.$ZodLooseShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

/** How an answer to a sale can be broken. */
export const breakages = [
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

export type Breakage = (typeof breakages)[number];

/** Everything that can be made to go wrong, once: parsed from the control API, typed in code. */
export const faultSchema = z.discriminatedUnion("kind", [
  // notifications: what is sent when
  kind("duplicate", {
    copies: z.number().int().min(2).max(100).default(2),
    together: z.boolean().optional(),
  }),
  kind("delay", { seconds }),
  kind("reorder", {}),
  kind("drop", { tries }),
  // notifications: what they say
  kind("corrupt_sign", { tries }),
  kind("unsigned", { tries }),
  kind("wrong_amount", { trueAmount: amount, tries }),
  kind("wrong_currency", { currency: z.string().regex(/^[A-Z]{3}$/, "three upper-case letters"), tries }),
  kind("wrong_transaction", { transactionId: z.string().min(1).max(64), tries }),
  kind("other_merchant", { tries }),
  kind("other_order", { orderNumber: z.string().min(1).max(50).optional(), tries }),
  kind("wrong_token", { tries }),
  // notifications of subscriptions: which charge they are about
  kind("own_number", { tries }),
  /** Without a count the notification has none. */
  kind("wrong_cycle", { count: z.string().min(1).max(20).optional(), tries }),
  kind("wrong_master", { masterId: z.string().min(1).max(64), tries }),
  // what becomes of the order later
  kind("succeed_after_fail", { seconds: seconds.default(1) }),
  kind("fail_after_success", { seconds: seconds.default(1) }),
  kind("succeed_after_close", { seconds: seconds.default(1) }),
  kind("pay_twice", { seconds: seconds.default(1) }),
  kind("decline_cycle", { attempts: z.number().int().min(1).max(100).optional() }),
  kind("charge_after_closing", {}),
  kind("close_without_charge", {}),
  // the answer to the sale
  kind("slow_response", { seconds }),
  kind("broken_response", { as: z.enum(breakages).default("html") }),
  kind("lost_connection", { when: z.enum(["before", "after"]).default("after") }),
  kind("duplicate_rejection", {}),
]);

export type Fault = z.output<typeof faultSchema>;
/** What a caller writes: parts with a default may be left out. */
export type FaultInput = z.input<typeof faultSchema>;
export type FaultKind = Fault["kind"];

const orderNumber = z.string().min(1).max(50);
const merchantId = z.string().min(1).max(20);

/** Whom a fault befalls. */
export const faultScopeSchema = z.discriminatedUnion("of", [
  z.strictObject({ of: z.literal("order"), orderNumber, merchantId: merchantId.optional() }),
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
