import { variants } from "@pay-index/core";
import { attemptGroups, reviewKindNames, z } from "@pay-index/core/adapter";
import { backlogSchema } from "./overview-schemas.ts";

/*
 * What the staff API answers to reads: JSON over HTTP. Amounts are decimal text in the currency's own number of
 * decimals, instants are ISO texts in UTC, and what is not known is null.
 */

/** The version of the staff API. Every answer of `session` names it. A change that an older client cannot read raises it. */
export const staffApiVersion = 1;

/** What a member of the staff may do. `links` is about payment links. */
export const staffPermissions = ["view", "resolve", "refund", "cancel", "links"] as const;
export type StaffPermission = (typeof staffPermissions)[number];

const text = z.string();
const textOrNull = text.nullable();
const instant = z.string();
const instantOrNull = instant.nullable();
const money = z.object({ amount: text, currency: text });
const moneyOrNull = money.nullable();
const attemptStates = [
  "created",
  "pending",
  "approved",
  "paid",
  "review",
  "failed",
  "closed",
  "refunded",
] as const;
const attemptState = z.enum(attemptStates);
const variant = z.enum(variants);
const reviewKind = z.enum(reviewKindNames);

/** What the shop knows of an order now. Nothing of it is stored by pay-index. */
export const staffOrderSchema = z.object({
  /** The order's id in the shop, for a link to its page. Null: there is no order yet. */
  id: textOrNull,
  /** The name under which the staff know the order, such as `#34`. Null: it has none. */
  name: textOrNull,
  /** The order's total in the shop. */
  total: moneyOrNull,
  /** Null: this person may not read buyers and goods. */
  buyer: z.object({ name: textOrNull, email: textOrNull, phone: textOrNull }).nullable(),
  goods: z.array(z.object({ title: text, detail: textOrNull, quantity: z.number() })),
});
export type StaffOrder = z.infer<typeof staffOrderSchema>;

export const staffSessionSchema = z.object({
  version: z.int(),
  operator: z.object({ id: text, name: textOrNull }),
  permissions: z.array(z.enum(staffPermissions)),
  /** What these payments can do. `instead`: how to do the rest by hand, in English. */
  capabilities: z.array(z.object({ name: text, supported: z.boolean(), instead: textOrNull })),
});
export type StaffSession = z.infer<typeof staffSessionSchema>;

/** A text of a search. Databases refuse a NUL. */
const searchText = z
  .string("must be a text")
  .trim()
  .max(200, "must not be longer than 200 characters")
  .refine((given) => !given.includes("\0"), "must not have a NUL character")
  .default("");

/** A page of the list of attempts. Core checks which days in UTC, limits and IDs there are. */
export const attemptListQuerySchema = z.strictObject({
  group: z.enum(attemptGroups, `must be one of ${attemptGroups.join(", ")}`).optional(),
  day: z.string().optional(),
  q: searchText,
  limit: z.coerce.number().default(50),
  after: z.string("must be a gateway order ID").optional(),
});
export type AttemptListQuery = z.input<typeof attemptListQuerySchema>;

const listedAttempt = z.object({
  attemptId: text,
  reference: text,
  tenant: text,
  /** The merchant that takes the money. Null if the shop has only one. */
  merchant: textOrNull,
  variant,
  state: attemptState,
  amount: money,
  /** Differs from `amount` if the first period of a subscription has another price. */
  chargedAmount: money,
  startedAt: instant,
  transactionIds: z.array(text),
  hasOpenReviewItems: z.boolean(),
  /** Null: the shop has no such order any more. */
  order: staffOrderSchema.nullable(),
});
export type ListedAttempt = z.infer<typeof listedAttempt>;

/** `next` is the `after` of the next page. Null on the last page. */
export const attemptListSchema = z.object({ attempts: z.array(listedAttempt), next: textOrNull });
export type AttemptList = z.infer<typeof attemptListSchema>;

const phrase = z.object({ id: text, values: z.record(z.string(), z.string()) });
const timeline = z.array(
  z.object({
    at: instant,
    source: z.enum([
      "shop",
      "buyer",
      "response",
      "notification",
      "inquiry",
      "refusal-upheld",
      "cancellation",
      "operator",
      "refund",
      "dispute",
    ]),
    /** In English. */
    text,
    /** The same text for other languages. */
    phrases: z.array(phrase),
  }),
);

/** A refund that was made: staff recorded it, or the gateway reported it. */
const recordedRefund = z.object({ at: instant, amount: money, reference: text, ofOrder: z.boolean() });

/** A refund that the shop asked the gateway for, or that was made at the gateway. */
export const gatewayRefundSchema = z.object({
  state: z.enum(["requested", "submitted", "accepted", "unknown", "succeeded", "failed"]),
  at: instant,
  endedAt: instantOrNull,
  amount: money,
  /** The gateway's id of the refund. Null until the gateway names it. */
  reference: textOrNull,
  transactionId: text,
  /** Null: it was made at the gateway, and not asked for here. */
  requestId: textOrNull,
  reason: textOrNull,
  /** Why it failed, or why its outcome is not known. */
  text: textOrNull,
  /** Whether the money belongs to the placed order. */
  ofOrder: z.boolean(),
  /** Whether it failed, and the shop's order displays it as made. */
  isRefundedInShop: z.boolean(),
});
export type StaffGatewayRefund = z.infer<typeof gatewayRefundSchema>;

const charge = {
  timeline,
  refunds: z.array(recordedRefund),
  gatewayRefunds: z.array(gatewayRefundSchema),
  /** What is left to refund through the gateway. Null: nothing, or only the gateway's back office can. */
  refundable: moneyOrNull,
};

/** A reported, overdue or expected cycle. Cycle 1 is the attempt itself, which has its timeline and refunds. */
const cycle = z.object({
  number: z.number().int(),
  state: z.enum([...attemptStates, "expected"]),
  dueAt: instantOrNull,
  transactionId: textOrNull,
  /** The order that was placed for the cycle. */
  order: z.object({ id: textOrNull, name: text }).nullable(),
  isOverdue: z.boolean(),
  ...charge,
});
export type StaffCycle = z.infer<typeof cycle>;

const subscription = z.object({
  state: z.enum(["waiting", "active", "closed", "ended"]),
  planType: text,
  totalCount: z.number().int(),
  gatewaySubscriptionId: textOrNull,
  closedAt: instantOrNull,
  cycles: z.array(cycle),
});

const attempt = z.object({
  attemptId: text,
  number: z.number().int(),
  merchant: textOrNull,
  variant,
  state: attemptState,
  amount: money,
  chargedAmount: money,
  ...charge,
  subscription: subscription.nullable(),
});
export type StaffAttempt = z.infer<typeof attempt>;

const reviewItem = z.object({
  id: text,
  kind: reviewKind,
  attemptId: text,
  cycle: z.number().int().nullable(),
  reference: text,
  tenant: text,
  createdAt: instant,
  /** Why the item opened, as a code. For a dispute, its type. */
  problemCode: text,
  /** The facts, as they were recorded. In English. */
  evidence: text,
});

const paymentReviewItem = reviewItem.extend({
  recommendedAction: z.enum(["accept", "dismiss", "record-refund", "retry"]),
  canRetry: z.boolean(),
  /** The defaults of a refund to record. Null if no recorded refund can resolve the item. */
  refundForm: z
    .object({ amount: textOrNull, left: textOrNull, currency: text, isRequired: z.boolean() })
    .nullable(),
  /** The failed refund that the item is about. Null for items about anything else. */
  failedRefund: gatewayRefundSchema.nullable(),
});
export type PaymentReviewItem = z.infer<typeof paymentReviewItem>;

export const staffPaymentSchema = z.object({
  reference: text,
  tenant: text,
  state: z.enum(["none", ...attemptStates]),
  placedAt: instantOrNull,
  order: staffOrderSchema.nullable(),
  /** The number of all attempts. `attempts` can have fewer. */
  attemptCount: z.number().int(),
  /** Oldest first. */
  attempts: z.array(attempt),
  reviewItems: z.array(paymentReviewItem),
  /** Whether the order in the shop lacks a recorded refund. */
  isRefundMissing: z.boolean(),
  /** The order whose subscription the asked-for order renews. Null: it is no renewal. */
  renewalOf: z.object({ cycle: z.number().int(), id: textOrNull, name: text }).nullable(),
});
export type StaffPayment = z.infer<typeof staffPaymentSchema>;

export const reviewQueueQuerySchema = z.strictObject({
  kind: z.enum(reviewKindNames, "must be a kind of review item").optional(),
  q: searchText,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type ReviewQueueQuery = z.input<typeof reviewQueueQuerySchema>;

const queuedReviewItem = reviewItem.extend({
  /** The charged amount, or the amount that the attempt asked for. */
  amount: moneyOrNull,
  order: staffOrderSchema.nullable(),
});
export type QueuedReviewItem = z.infer<typeof queuedReviewItem>;

export const reviewQueueSchema = z.object({
  items: z.array(queuedReviewItem),
  /** The number of items that match, on all pages. */
  count: z.number().int(),
  /** The number of items of each kind, without the filter `kind`. A kind without items is left out. */
  counts: z.record(z.string(), z.number().int()),
});
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

export const healthSchema = z.object({
  problems: z.array(
    z.enum([
      "sweep-late",
      "jobs-overdue",
      "notifications-refused",
      "no-answers",
      "no-notifications",
      "start-warnings",
    ]),
  ),
  /** The form of the addresses that the gateway must be able to reach. */
  notifyUrl: text,
  /** The addresses contain secret tokens: empty for people who may not change the shop's payment settings. */
  disputeWebhooks: z.array(z.object({ merchantId: text, url: text })),
  lastNotificationAt: instantOrNull,
  refusals: z.array(z.object({ code: text, at: instant })),
  notVerified: textOrNull,
  lastSweepAt: instantOrNull,
  startWarnings: z.array(z.object({ code: text, message: text })),
  /** Null for people who may not see all tenants. */
  overdueJobs: backlogSchema.nullable(),
  reviewItems: backlogSchema.nullable(),
});
export type StaffHealth = z.infer<typeof healthSchema>;

/** Every refusal of the staff API. `problems` names the fields of a request that is not valid. */
export const staffErrorSchema = z.object({
  error: z.object({
    code: text,
    message: text,
    problems: z.array(z.object({ path: text, message: text })),
  }),
});
export type StaffErrorBody = z.infer<typeof staffErrorSchema>["error"];
