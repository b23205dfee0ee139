import type { NotificationSignRule } from "../signature.ts";

/** Ways in which gateways in the field depart from the letter of the protocol, each turned on by name. */
export const quirkProfiles = [
  "none",
  "four_decimals",
  "utc_plus_8",
  "post_return",
  "double_encoded",
  "attach_signed",
  "nine_field_sign",
] as const;

export type QuirkProfile = (typeof quirkProfiles)[number];

/** All that a profile can change. */
export interface GatewayBehaviour {
  /** In plain words, for the desk. */
  readonly says: string;
  /** How notifications write `amount` and `true_amount`. */
  readonly amounts: "as_submitted" | "four_decimals";
  /** Hours that `datetime` is ahead of UTC. */
  readonly hoursAhead: number;
  readonly returnBy: "GET" | "POST";
  /** Whether the answer to a sale is a JSON object, or a JSON text that holds one. */
  readonly answer: "object" | "text";
  readonly sign: NotificationSignRule;
  /** The value of `attach` in notifications. */
  readonly attach: string;
}

const standardBehaviour: GatewayBehaviour = {
  says: "As the protocol is written.",
  amounts: "as_submitted",
  hoursAhead: 0,
  returnBy: "GET",
  answer: "object",
  sign: "all_but_attach",
  attach: "",
};

/** Total: a profile without a behaviour does not compile. */
export const quirkBehaviours: Readonly<Record<QuirkProfile, GatewayBehaviour>> = {
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
    says: "The answer to a sale is a JSON text that holds the JSON object.",
    answer: "text",
  },
  attach_signed: {
    ...standardBehaviour,
    says: "Notifications carry an attach that is not empty, and sign it.",
    sign: "with_attach",
    attach: "sandbox",
  },
  nine_field_sign: {
    ...standardBehaviour,
    says: "Notifications sign nine fields and no other.",
    sign: "nine_fields",
  },
};

/** Which profile is on. A merchant of its own goes before the whole. */
export interface QuirkSelection {
  readonly profile: QuirkProfile;
  readonly merchants: Readonly<Record<string, QuirkProfile>>;
}
