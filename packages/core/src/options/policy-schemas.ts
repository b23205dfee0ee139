import { z } from "zod";
import { currencySchema, minorSchema } from "../protocol/money/money.ts";
import { amountDecimalsChoices } from "../protocol/money/sent-amount.ts";
import { refusalCodes } from "../protocol/notification/notification-refusal.ts";
import { createOperationOptionSchema } from "../protocol/operations/operation-paths-and-fields.ts";

/** Minor units by currency: `{ USD: 100, JPY: 100 }` is one dollar and 100 yen. */
const amountsByCurrencySchema = z
  .record(currencySchema, minorSchema, "must be minor units by currency, such as { USD: 100 }")
  .default({});

const querySchema = createOperationOptionSchema("query").extend({
  /** The highest number of queries at a time, in each process. */
  concurrency: z
    .int("must be a whole number of queries")
    .min(1, "must be at least 1")
    .max(20, "must be at most 20")
    .default(4),
  /** Seconds between the starts of two queries, in each process. */
  minimumGap: z
    .number("must be seconds")
    .min(0, "must not be negative")
    .max(60, "must be at most 60")
    .default(0.1),
});

/** The calls besides the sale that this shop uses, and the webhook. */
const operationsSchema = z
  .strictObject({
    query: querySchema.optional(),
    refund: createOperationOptionSchema("refund").optional(),
    refundQuery: createOperationOptionSchema("refund-query").optional(),
    cancelSubscription: createOperationOptionSchema("cancel-subscription").optional(),
    /** The address to which the gateway posts refund results, chargebacks and alerts (DSP-ADDRESS). */
    disputeWebhook: z.strictObject({}).optional(),
  })
  .refine(({ refund, refundQuery }) => refund === undefined || refundQuery !== undefined, {
    path: ["refundQuery"],
    message: "is required with refund, because only it tells how a refund ended: set refundQuery: {}",
  });

/** The choices of a shop where the specification is silent. The defaults are the safe ones. */
export const policySchemas = {
  /**
   * The calls to use besides the sale, which the specification does not have: `{ query: {} }` asks the gateway about payments without a
   * result; `{ refund: {}, refundQuery: {} }` refunds payments through the gateway and asks how each refund ended;
   * `{ cancelSubscription: {} }` lets staff and buyers cancel subscriptions. Each call can replace its `path` and its `signedFields`
   * (OPS-PATH). `query` also has `concurrency` and `minimumGap`. `{ disputeWebhook: {} }` receives refund results, chargebacks and alerts.
   * Default: none.
   */
  operations: operationsSchema.default({}),
  /**
   * What an approval in the gateway's response means. `await-notification`: only a notification pays. `paid`: the approval pays, for
   * gateways that send no notification after it. Default: `await-notification` (RES-APPROVED).
   */
  immediateSuccess: z
    .enum(["await-notification", "paid"], "must be await-notification or paid")
    .default("await-notification"),
  /**
   * The reply to a notification without a signature. `refuse`: HTTP 401. `record`: the acknowledgement, once it is stored. In both cases
   * it is stored for staff and pays nothing. Default: `refuse` (NSIG-MISSING).
   */
  unsignedNotifications: z.enum(["refuse", "record"], "must be refuse or record").default("refuse"),
  /** The text that tells the gateway that its notification is stored. Default: `OK` (REP-OK). */
  acknowledgement: z
    .string("must be a text")
    .regex(/^[\x21-\x7E](?:[\x20-\x7E]{0,98}[\x21-\x7E])?$/, "must be 1 to 100 printable ASCII characters")
    .refine(
      (text) => !refusalCodes.some((code) => code.includes(text.toLowerCase())),
      `must not occur in the reply of a refusal: ${refusalCodes.join(", ")}`,
    )
    .default("OK"),
  /** How many requests to unknown notify addresses one network may send in 15 minutes. Default: 1000 (REP-LIMIT). */
  failedNotificationLimit: z
    .int("must be a whole number of requests")
    .min(1, "must be at least 1")
    .max(1_000_000, "must be at most 1000000")
    .default(1000),
  /** The decimals of the amounts that are sent: those of the currency, or always two. Default: `currency` (MON-SENT). */
  amountDecimals: z.literal([...amountDecimalsChoices], "must be currency or 2").default("currency"),
  /**
   * The smallest amounts that the gateway accepts, in minor units by currency. `start` refuses a smaller sale. Default: none (MON-MINIMUM).
   */
  minimumAmounts: amountsByCurrencySchema,
  /**
   * How telephone numbers are sent: as the buyer wrote them, or as national numbers of the country of their address, in digits.
   * Default: `as-given` (REQ-TELEPHONE).
   */
  telephone: z.enum(["as-given", "national"], "must be as-given or national").default("as-given"),
  /**
   * By how much the amounts of a notification may differ and still pay. Default: not at all, and every difference is under review
   * (NOT-TOLERANCE).
   */
  amountMismatch: z
    .strictObject({ acceptOverpayment: amountsByCurrencySchema, acceptUnderpayment: amountsByCurrencySchema })
    .optional(),
};
