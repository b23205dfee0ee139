import { z } from "zod";
import { lazily } from "../lazily.ts";
import { amountDecimalsChoices, currencySchema, minorSchema } from "../protocol/money/money.ts";
import { refusalCodes } from "../protocol/notification/notification-refusal.ts";
import { createOperationOptionSchema } from "../protocol/operations/operation-form.ts";
import { isTimeZone } from "../protocol/sale/plan.ts";
import { createTextSchema, isWebAddress } from "../protocol/sale/text-schemas.ts";
import { defaultSignRules, signRules } from "../protocol/signature/notification-sign.ts";
import { alertsSchema, secondsFromZero } from "./alerts-schema.ts";
import {
  type AddIssue,
  type LoadMerchants,
  merchantListSchema,
  refuseUnusableMerchants,
} from "./merchant-list.ts";
import { signedTextSchema } from "./merchant-schema.ts";

/** Minor units by currency: `{ USD: 100, JPY: 100 }` is one dollar and 100 yen. */
const amountsByCurrencySchema = lazily(() =>
  z
    .record(currencySchema(), minorSchema(), "must be minor units by currency, such as { USD: 100 }")
    .default({}),
);

const wholeNumberUpTo = (limit: number, what: string) =>
  z
    .int(`must be a whole number of ${what}`)
    .min(1, "must be at least 1")
    .max(limit, `must be at most ${limit}`);

const querySchema = lazily(() =>
  createOperationOptionSchema("query").extend({
    /** The highest number of queries at a time, in each process. */
    concurrency: wholeNumberUpTo(20, "queries").default(4),
    /** Seconds between the starts of two queries, in each process. */
    minimumGap: secondsFromZero(60).default(0.1),
  }),
);

/** The calls besides the sale that this shop uses, and the webhook. */
const operationsSchema = lazily(() =>
  z
    .strictObject({
      query: querySchema().optional(),
      refund: createOperationOptionSchema("refund").optional(),
      refundQuery: createOperationOptionSchema("refund-query").optional(),
      cancelSubscription: createOperationOptionSchema("cancel-subscription").optional(),
      /** The address to which the gateway posts refund results, chargebacks and alerts (DSP-ADDRESS). */
      disputeWebhook: z.strictObject({}).optional(),
    })
    .refine(({ refund, refundQuery }) => refund === undefined || refundQuery !== undefined, {
      path: ["refundQuery"],
      message: "is required with refund, because only it tells how a refund ended: set refundQuery: {}",
    }),
);

/** The choices of a shop where the specification is silent. The defaults are the safe ones. */
const policySchemas = lazily(() => ({
  /**
   * The calls to use besides the sale, which the specification does not have: `{ query: {} }` asks the gateway about payments without a
   * result; `{ refund: {}, refundQuery: {} }` refunds payments through the gateway and asks how each refund ended;
   * `{ cancelSubscription: {} }` lets staff and buyers cancel subscriptions. Each call can replace its `path` and its `signedFields`
   * (OPS-PATH). `query` also has `concurrency` and `minimumGap`. `{ disputeWebhook: {} }` receives refund results, chargebacks and alerts.
   * Default: none.
   */
  operations: operationsSchema().default({}),
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
  failedNotificationLimit: wholeNumberUpTo(1_000_000, "requests").default(1000),
  /** The decimals of the amounts that are sent: those of the currency, or always two. Default: `currency` (MON-SENT). */
  amountDecimals: z.literal([...amountDecimalsChoices], "must be currency or 2").default("currency"),
  /**
   * The smallest amounts that the gateway accepts, in minor units by currency. `start` refuses a smaller sale. Default: none (MON-MINIMUM).
   */
  minimumAmounts: amountsByCurrencySchema(),
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
    .strictObject({
      acceptOverpayment: amountsByCurrencySchema(),
      acceptUnderpayment: amountsByCurrencySchema(),
    })
    .optional(),
}));

const webAddressOption = lazily(() =>
  z
    .string("is required: an address that starts with https://")
    .refine(
      isWebAddress,
      "must be an address that starts with https:// (or http:// with sandbox: true), without a user name",
    )
    .refine((text) => !/[?#&\\\s\p{Cc}\p{Cs}]/u.test(text), "must not contain ?, #, &, \\ or blanks")
    .transform((text) => text.replace(/\/+$/, "")),
);

const secondsUpTo = (limit: number) =>
  z.number("must be seconds").positive("must be more than 0").max(limit, `must be at most ${limit}`);

const day = 86_400;

/** All options but the merchants. */
const optionShape = lazily(() => ({
  /** The base address of the gateway, without `/pay_index` (REQ-URL). https, or http with `sandbox`. */
  gateway: webAddressOption().refine(
    (base) => !/\/pay_index$/i.test(base),
    "must be the base address, because /pay_index is added: write https://gateway.example, not https://gateway.example/pay_index",
  ),
  /** The public address of the payment routes. The gateway posts notifications, and buyers return, to addresses below it. */
  publicUrl: webAddressOption(),
  /** Accepts http, short keys and the sandbox's published keys. Never set it in production. Default: false. */
  sandbox: z.boolean().default(false),
  /** Lets a shop with `sandbox: true` start in production, such as a public demo, in which no money moves. Default: false. */
  sandboxInProduction: z.boolean().default(false),
  /** Allows `card` and `subscription`, whose card numbers pass through this server. It puts the server in PCI DSS scope. Default: false. */
  acceptRawCards: z.boolean().default(false),
  /** `pay_url`: the shop's address. Default: the origin of `publicUrl` (REQ-WEBSITE). */
  website: webAddressOption().optional(),
  /** `pay_bankcode`. Default: `901` (REQ-BANKCODE). */
  bankCode: signedTextSchema()
    .refine((code) => !/^0+$/.test(code), "must not be 0")
    .default("901"),
  /** `pay_language` of a sale without a language. Default: `en` (REQ-LANGUAGE). */
  language: createTextSchema(100).default("en"),
  /** `system`: the name of the shop's platform. Default: `pay-index` (REQ-SYSTEM). */
  system: createTextSchema(100).default("pay-index"),
  /** The IANA time zone of `pay_applydate`. Default: `UTC` (REQ-APPLYDATE). */
  timeZone: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone, such as UTC or Asia/Shanghai")
    .default("UTC"),
  /**
   * How the plan of a subscription is sent: as one JSON object, or as an array that contains it. Default: `object`.
   */
  planEncoding: z.enum(["object", "array"]).default("object"),
  /** The methods of the variant `apm` that the gateway offers. If set, a sale with another method fails with `sale_invalid`. */
  apmMethods: z
    .array(createTextSchema(100))
    .min(1, "must name at least one method, or be left out")
    .optional(),
  /** The signing rules to try on notifications (NSIG-RECEIVED …). By default, the rule of nine fields is not tried. */
  signRules: z
    .array(z.enum(signRules))
    .min(1, "must name at least one rule")
    .default([...defaultSignRules]),
  /** Seconds to wait for the gateway's complete response. Default: 30. */
  timeout: secondsUpTo(120).default(30),
  /** Seconds that the reply to a notification waits for the shop's own code. Default: 5 (REP-OK). */
  replyWithin: secondsUpTo(9).default(5),
  /** Seconds after which a function of the shop, such as `onPaid`, has failed. Default: 10 (ENG-HOOK-LIMIT). */
  hookTimeout: secondsUpTo(240).default(10),
  /** Seconds in which the same sale gets the same open payment page again. Default: 15 minutes (ENG-START). */
  reuseFor: secondsUpTo(day).default(15 * 60),
  /** Seconds in which a direct charge with an unknown outcome prevents the next attempt. Default: 15 minutes (ENG-START). */
  unknownHold: secondsUpTo(30 * day).default(15 * 60),
  /**
   * The highest number of attempts of one reference within any hour. A request that an earlier attempt answers does not
   * count. Default: 20 (ENG-LIMIT).
   */
  attemptsPerHour: wholeNumberUpTo(10_000, "attempts").default(20),
  /** Seconds without an outcome after which an attempt gets a review item. Default: 1 hour. */
  noResultAfter: secondsUpTo(30 * day).default(60 * 60),
  /** Seconds after the last planned try of a cycle until the cycle is overdue. Default: 1 day. */
  cycleMargin: secondsUpTo(30 * day).default(day),
  /** Seconds to keep processed notifications. Default: 400 days. */
  retention: secondsUpTo(20 * 365 * day).default(400 * day),
  /** Alerts for staff about review items and the gateway, and a digest of each day. Default: none. */
  alerts: alertsSchema().optional(),
  ...policySchemas(),
}));

/** Checks the merchant's options. One schema for every host. All times are in seconds. */
export const optionsSchema = lazily(() =>
  z
    .strictObject({
      ...optionShape(),
      /** At least one merchant. Within a tenant, one merchant serves each variant. */
      merchants: merchantListSchema().min(1, "must have at least one { id, key }"),
    })
    .superRefine((options, context) => {
      const complain: AddIssue = (path, message) => context.addIssue({ code: "custom", path, message });
      if (!options.sandbox) refuseInsecureAddresses(options, complain);
      refuseUnusableMerchants(options.merchants, options.sandbox, complain);
    }),
);

/** The options of a shop whose merchants come from a function. It is called, and its answers are checked, when a tenant is needed. */
export const optionsWithMerchantFunctionSchema = lazily(() =>
  z
    .strictObject({ ...optionShape(), merchants: z.custom<LoadMerchants>() })
    .superRefine((options, context) => {
      if (options.sandbox) return;
      refuseInsecureAddresses(options, (path, message) =>
        context.addIssue({ code: "custom", path, message }),
      );
    }),
);

/**
 * The merchant's options, before they are checked.
 *
 * @interface
 */
export type Options = z.input<ReturnType<typeof optionsSchema>>;

/** The options of a gateway: the list of the merchants, or a function that returns those of one tenant. */
export interface GatewayOptions extends Omit<Options, "merchants"> {
  readonly merchants: Options["merchants"] | LoadMerchants;
}

export type ParsedOptions = z.output<ReturnType<typeof optionsSchema>>;

type AddressOptions = Pick<ParsedOptions, "gateway" | "publicUrl" | "website">;

function refuseInsecureAddresses(options: AddressOptions, complain: AddIssue): void {
  for (const name of ["gateway", "publicUrl", "website"] as const) {
    if (/^http:/i.test(options[name] ?? ""))
      complain([name], "must start with https:// (http:// needs sandbox: true)");
  }
}
