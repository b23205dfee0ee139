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
  "lenient",
] as const;

export type QuirkProfile = (typeof quirkProfiles)[number];

/** The behaviour that a profile can change. */
export interface GatewayBehaviour {
  /** A description for the inspector. */
  readonly says: string;
  /** The format of `amount` and `true_amount` in notifications. */
  readonly amounts: "as_submitted" | "four_decimals";
  /** Hours that `datetime` is ahead of UTC. */
  readonly hoursAhead: number;
  readonly returnBy: "GET" | "POST";
  /** Whether the response to a sale is a JSON object, or a JSON text that contains one. */
  readonly answer: "object" | "text";
  readonly sign: NotificationSignRule;
  /** The value of `attach` in notifications. */
  readonly attach: string;
  /** How strictly sales are checked. */
  readonly sales: SaleStrictness;
  /** How strictly the calls that are no sales are checked. */
  readonly calls: "strict" | "lenient";
}

const standardBehaviour: GatewayBehaviour = {
  says: "As the protocol is written.",
  amounts: "as_submitted",
  hoursAhead: 0,
  returnBy: "GET",
  answer: "object",
  sign: "all_but_attach",
  attach: "",
  sales: "strict",
  calls: "strict",
};

/** A total map: a profile without a behaviour does not compile. */
export const behaviourByQuirkProfile: Readonly<Record<QuirkProfile, GatewayBehaviour>> = {
  none: standardBehaviour,
  four_decimals: {
    ...standardBehaviour,
    says: "Notifications write amounts with four decimals, as 12.5000.",
    amounts: "four_decimals",
  },
  utc_plus_8: { ...standardBehaviour, says: "The datetime of notifications is in UTC+8.", hoursAhead: 8 },
  post_return: { ...standardBehaviour, says: "The buyer comes back by a form POST.", returnBy: "POST" },
  double_encoded: {
    ...standardBehaviour,
    says: "The answer to a sale or a call is a JSON text that holds the JSON object.",
    answer: "text",
  },
  attach_signed: {
    ...standardBehaviour,
    says: "Notifications have an attach that is not empty, and sign it.",
    sign: "with_attach",
    attach: "sandbox",
  },
  zero_signed: {
    ...standardBehaviour,
    says: "Notifications also sign fields with the value 0, such as enabled.",
    sign: "with_zero",
  },
  attach_and_zero_signed: {
    ...standardBehaviour,
    says: "Notifications have an attach that is not empty, and sign it. They also sign fields with the value 0.",
    sign: "with_attach_and_zero",
    attach: "sandbox",
  },
  nine_field_sign: {
    ...standardBehaviour,
    says: "Notifications sign nine fields and no other.",
    sign: "nine_fields",
  },
  lenient: {
    ...standardBehaviour,
    says: "The merchant alone decides the variant. Sales may lack pay_type, and subscriptions pay_productname. A cancellation may also sign pay_bankcode, and queryRefund is a path of the refund query.",
    sales: "lenient",
    calls: "lenient",
  },
};

/** Returns a time as the gateway's clock displays it. Milliseconds since 1970. */
export function shiftToGatewayTimeZone(time: number, { hoursAhead }: GatewayBehaviour): number {
  return time + hoursAhead * 3_600_000;
}

/** The active profile. That of a merchant has priority. */
export interface ActiveQuirkProfiles {
  readonly profile: QuirkProfile;
  readonly merchants: Readonly<Record<string, QuirkProfile>>;
}
