import { z } from "zod";
import { isTimeZone } from "../protocol/sale/apply-date-in-time-zone.ts";
import { createTextSchema, isWebAddress } from "../protocol/sale/text-schemas.ts";
import { defaultSignRules, signRules } from "../protocol/signature/notification-sign.ts";
import {
  type AddIssue,
  type LoadMerchants,
  merchantListSchema,
  refuseUnusableMerchants,
} from "./merchant-list.ts";
import { signedTextSchema } from "./merchant-schema.ts";
import { policySchemas } from "./policy-schemas.ts";

const webAddressOption = z
  .string("is required: an address that starts with https://")
  .refine(
    isWebAddress,
    "must be an address that starts with https:// (or http:// with sandbox: true), without a user name",
  )
  .refine((text) => !/[?#&\\\s\p{Cc}\p{Cs}]/u.test(text), "must not contain ?, #, &, \\ or blanks")
  .transform((text) => text.replace(/\/+$/, ""));

const secondsUpTo = (limit: number) =>
  z.number("must be seconds").positive("must be more than 0").max(limit, `must be at most ${limit}`);

const day = 86_400;

/** All options but the merchants. */
const optionShape = {
  /** The base address of the gateway, without `/pay_index` (REQ-URL). https, or http with `sandbox`. */
  gateway: webAddressOption.refine(
    (base) => !/\/pay_index$/i.test(base),
    "must be the base address, because /pay_index is added: write https://gateway.example, not https://gateway.example/pay_index",
  ),
  /** The public address of the payment routes. The gateway posts notifications, and buyers return, to addresses below it. */
  publicUrl: webAddressOption,
  /** Accepts http, short keys and the sandbox's published keys. Never set it in production. Default: false. */
  sandbox: z.boolean().default(false),
  /** Lets a shop with `sandbox: true` start in production, such as a public demo, in which no money moves. Default: false. */
  sandboxInProduction: z.boolean().default(false),
  /** Allows `card` and `subscription`, whose card numbers pass through this server. It puts the server in PCI DSS scope. Default: false. */
  acceptRawCards: z.boolean().default(false),
  /** `pay_url`: the shop's address. Default: the origin of `publicUrl` (REQ-WEBSITE). */
  website: webAddressOption.optional(),
  /** `pay_bankcode`. Default: `901` (REQ-BANKCODE). */
  bankCode: signedTextSchema.refine((code) => !/^0+$/.test(code), "must not be 0").default("901"),
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
  attemptsPerHour: z
    .int("must be a whole number of attempts")
    .min(1, "must be at least 1")
    .max(10_000, "must be at most 10000")
    .default(20),
  /** Seconds without an outcome after which an attempt gets a review item. Default: 1 hour. */
  noResultAfter: secondsUpTo(30 * day).default(60 * 60),
  /** Seconds after the last planned try of a cycle until the cycle is overdue. Default: 1 day. */
  cycleMargin: secondsUpTo(30 * day).default(day),
  /** Seconds to keep processed notifications. Default: 400 days. */
  retention: secondsUpTo(20 * 365 * day).default(400 * day),
  ...policySchemas,
};

/** Checks the merchant's options. One schema for every host. All times are in seconds. */
export const optionsSchema = z
  .strictObject({
    ...optionShape,
    /** At least one merchant. Within a tenant, one merchant serves each variant. */
    merchants: merchantListSchema.min(1, "must have at least one { id, key }"),
  })
  .superRefine((options, context) => {
    const complain: AddIssue = (path, message) => context.addIssue({ code: "custom", path, message });
    if (!options.sandbox) refuseInsecureAddresses(options, complain);
    refuseUnusableMerchants(options.merchants, options.sandbox, complain);
  });

/** The options of a shop whose merchants come from a function. It is called, and its answers are checked, when a tenant is needed. */
export const optionsWithMerchantFunctionSchema = z
  .strictObject({ ...optionShape, merchants: z.custom<LoadMerchants>() })
  .superRefine((options, context) => {
    if (options.sandbox) return;
    refuseInsecureAddresses(options, (path, message) => context.addIssue({ code: "custom", path, message }));
  });

/**
 * The merchant's options, before they are checked.
 *
 * @interface
 */
export type Options = z.input<typeof optionsSchema>;

/** The options of a gateway: the list of the merchants, or a function that returns those of one tenant. */
export interface GatewayOptions extends Omit<Options, "merchants"> {
  readonly merchants: Options["merchants"] | LoadMerchants;
}

export type ParsedOptions = z.output<typeof optionsSchema>;

type AddressOptions = Pick<ParsedOptions, "gateway" | "publicUrl" | "website">;

function refuseInsecureAddresses(options: AddressOptions, complain: AddIssue): void {
  for (const name of ["gateway", "publicUrl", "website"] as const) {
    if (/^http:/i.test(options[name] ?? ""))
      complain([name], "must start with https:// (http:// needs sandbox: true)");
  }
}
