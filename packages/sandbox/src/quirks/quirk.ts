import type { SaleStrictness } from "../sale/check-sale.ts";
import type { NotificationSignRule } from "../signature.ts";

/** Known differences of real gateways from the specification. Each profile is selected by its name. */
export const quirkProfiles = [
  "none",
  "four_decimals",
  "utc_plus_8",
  "post_return",
  "double_encoded",
  "attach_signed",
  "zero_signed",
  "attach_and_zero_signed",
  "nine_field_sign",
  "recorded",
  "lenient",
] as const;

export type QuirkProfile = (typeof quirkProfiles)[number];

/** The behaviour that a profile can change. */
export interface GatewayBehaviour {
  /** A description for the inspector. */
  readonly says: string;
  /** The decimals of amounts in notifications and replies. */
  readonly amounts: "as_submitted" | "two_decimals" | "four_decimals";
  /** The value of `true_amount` in notifications of failures. */
  readonly failedAmount: "zero" | "as_submitted";
  /** Whether notifications and replies have a `currency`. */
  readonly currency: "named" | "omitted";
  /** Hours that `datetime` is ahead of UTC. */
  readonly hoursAhead: number;
  readonly returnBy: "GET" | "POST";
  /** Whether the response to a sale is a JSON object, or a JSON text that contains one. */
  readonly answer: "object" | "text";
  readonly sign: NotificationSignRule;
  /** The value of `attach` in notifications. */
  readonly attach: string;
  /** The value of `msg` in notifications of failures, which is not signed. Without a value, they have no `msg`. */
  readonly failureText: string;
  /** The text of a refusal because of a duplicate order ID: it names the rule, or it is for the buyer, in the language of `pay_language`. */
  readonly duplicateText: "rule" | "for_buyer";
  /** How the shop learns about refunds that the gateway's staff made: by the dispute webhook, or by a repeat of the success. */
  readonly staffRefunds: "dispute_webhook" | "repeated_success";
  /** How strictly sales are checked. */
  readonly sales: SaleStrictness;
  /** How strictly the calls that are no sales are checked. */
  readonly calls: "strict" | "lenient";
}

const standardBehaviour: GatewayBehaviour = {
  says: "As the protocol is written.",
  amounts: "as_submitted",
  failedAmount: "zero",
  currency: "named",
  hoursAhead: 0,
  returnBy: "GET",
  answer: "object",
  sign: "all_but_attach",
  attach: "",
  failureText: "",
  duplicateText: "rule",
  staffRefunds: "dispute_webhook",
  sales: "strict",
  calls: "strict",
};

/** What each profile changes. A total map: a profile without an entry does not compile. */
const differences: Readonly<Record<QuirkProfile, Partial<GatewayBehaviour>>> = {
  none: {},
  four_decimals: {
    says: "Notifications write amounts with four decimals, as 12.5000.",
    amounts: "four_decimals",
  },
  utc_plus_8: { says: "The datetime of notifications is in UTC+8.", hoursAhead: 8 },
  post_return: { says: "The buyer comes back by a form POST.", returnBy: "POST" },
  double_encoded: {
    says: "The answer to a sale or a call is a JSON text that holds the JSON object.",
    answer: "text",
  },
  attach_signed: {
    says: "Notifications have an attach that is not empty, and sign it.",
    sign: "with_attach",
    attach: "sandbox",
  },
  zero_signed: {
    says: "Notifications also sign fields with the value 0, such as enabled.",
    sign: "with_zero",
  },
  attach_and_zero_signed: {
    says: "Notifications have an attach that is not empty, and sign it. They also sign fields with the value 0.",
    sign: "with_attach_and_zero",
    attach: "sandbox",
  },
  nine_field_sign: { says: "Notifications sign nine fields and no other.", sign: "nine_fields" },
  recorded: {
    says: "As messages that were recorded at a real gateway: no currency, amounts with two decimals in every currency, an unsigned msg with each failure, and refusals of a duplicate in the language of the buyer. A refund by the gateway's staff is reported as a repeat of the success.",
    amounts: "two_decimals",
    failedAmount: "as_submitted",
    currency: "omitted",
    sign: "protocol_fields",
    failureText: "No Card record",
    duplicateText: "for_buyer",
    staffRefunds: "repeated_success",
  },
  lenient: {
    says: "The merchant alone decides the variant. Sales may lack pay_type, and subscriptions pay_productname. Quantities may have blanks. A cancellation may also sign pay_bankcode as 901, and queryRefund is a path of the refund query.",
    sales: "lenient",
    calls: "lenient",
  },
};

export function behaviourOf(profile: QuirkProfile): GatewayBehaviour {
  return { ...standardBehaviour, ...differences[profile] };
}

/** Returns a time as the gateway's clock displays it. Milliseconds since 1970. */
export function shiftToGatewayTimeZone(time: number, { hoursAhead }: GatewayBehaviour): number {
  return time + hoursAhead * 3_600_000;
}

/** The active profile. That of a merchant has priority. */
export interface ActiveQuirkProfiles {
  readonly profile: QuirkProfile;
  readonly merchants: Readonly<Record<string, QuirkProfile>>;
}
