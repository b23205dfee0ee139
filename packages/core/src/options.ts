import { z } from "zod";
import { PayIndexError, problemsOf } from "./errors.ts";
import type { HostSetup, SetupSummary } from "./events.ts";
import { isTimeZone } from "./protocol/sale/apply-date.ts";
import { type Variant, variants } from "./protocol/sale/sale.ts";
import { isWebAddress, textSchema } from "./protocol/sale/text-schemas.ts";
import { defaultSignRules, type KeyRing, signRules } from "./protocol/signature/notification-sign.ts";
import { Secret } from "./secret.ts";

/** Enters the signing text as it stands, where `&` would read as the next field (SIG-AMPERSAND). */
const signedText = z
  .string("is required")
  .min(1, "must not be empty")
  .max(100, "must not be longer than 100 characters")
  .regex(/^[^&\s\p{Cc}\p{Cs}]+$/u, "must not contain & or blanks: it is part of the signed text");

const keyText = z
  .string("is required: the merchant key")
  .min(1, "must not be empty")
  .max(500, "must not be longer than 500 characters")
  .refine((key) => key.trim() === key, "must not begin or end with blanks");

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

const merchantSchema = z.strictObject({
  id: signedText,
  key: keyText,
  /** Replaced keys that notifications may still be signed with. */
  previousKeys: z.array(keyText).max(5, "at most five").default([]),
  /** By default it serves all variants. */
  variants: z.array(z.enum(variants)).min(1, "must name at least one variant").optional(),
  /** Whose merchant it is, where one shop has several. */
  tenant: textSchema(100).default("default"),
});

const day = 86_400;

/** What a merchant configures. One schema for every host; times in seconds. */
export const optionsSchema = z
  .strictObject({
    /** Base address of the gateway; `/pay_index` is added (REQ-URL). */
    gateway: webAddressOption.refine(
      (base) => !/\/pay_index$/i.test(base),
      "must be the base address, because /pay_index is added: write https://gateway.example, not https://gateway.example/pay_index",
    ),
    /** Where the payment routes are reached from outside: the gateway posts and buyers return below it. */
    publicUrl: webAddressOption,
    merchants: z
      .array(merchantSchema, "is required: at least one { id, key }")
      .min(1, "must have at least one { id, key }"),
    /** Accepts http and the sandbox's published keys. Never in production. */
    sandbox: z.boolean().default(false),
    /** Lets card numbers pass through this server for `card` and `subscription`: the whole server is in PCI DSS scope then. */
    acceptRawCards: z.boolean().default(false),
    /** `pay_url`: the shop's address; by default the origin of `publicUrl` (REQ-WEBSITE). */
    website: webAddressOption.optional(),
    /** `pay_bankcode` (REQ-BANKCODE). */
    bankCode: signedText.refine((code) => !/^0+$/.test(code), "must not be 0").default("901"),
    /** `pay_language` where the sale has none (REQ-LANGUAGE). */
    language: textSchema(100).default("en"),
    /** `system`: the name of the shop's platform (REQ-SYSTEM). */
    system: textSchema(100).default("pay-index"),
    /** IANA zone of `pay_applydate` (REQ-APPLYDATE). */
    timeZone: z
      .string()
      .refine(isTimeZone, "must be an IANA time zone, such as UTC or Asia/Shanghai")
      .default("UTC"),
    planEncoding: z.enum(["object", "array"]).default("object"),
    /** The methods of the variant `apm` that the gateway offers you. With it, a sale with another method is refused. */
    apmMethods: z.array(textSchema(100)).min(1, "must name at least one method, or be left out").optional(),
    /** How notifications may be signed (NSIG-RECEIVED …). The rule of nine fields is not tried by default. */
    signRules: z
      .array(z.enum(signRules))
      .min(1, "must name at least one rule")
      .default([...defaultSignRules]),
    /** For the whole exchange with the gateway. */
    timeout: secondsUpTo(120).default(30),
    /** How long the reply to a notification may wait for the shop's own work (REP-OK). */
    replyWithin: secondsUpTo(9).default(5),
    /** How long an open payment page is given again for the same sale (LED-START). */
    reuseFor: secondsUpTo(day).default(15 * 60),
    /** How long a card or subscription of unknown outcome bars the next attempt (LED-START). */
    unknownHold: secondsUpTo(30 * day).default(15 * 60),
    /** How many attempts one reference may start within any hour; a request that an open attempt answers does not count (LED-LIMIT). */
    attemptsPerHour: z
      .int("must be a whole number of attempts")
      .min(1, "must be at least 1")
      .max(10_000, "must be at most 10000")
      .default(20),
    /** After this long without an outcome a payment becomes an item for staff. */
    noResultAfter: secondsUpTo(30 * day).default(60 * 60),
    /** How much later than the plan says, all tries counted, a cycle of a subscription may be paid before it counts as missing. */
    cycleMargin: secondsUpTo(30 * day).default(day),
    /** How long judged notifications are kept. */
    retention: secondsUpTo(20 * 365 * day).default(400 * day),
  })
  .superRefine((options, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (!options.sandbox) refuseOutsideSandbox(options, complain);
    refuseRepeatedIds(options, complain);
    const served = new Map<string, number>();
    options.merchants.forEach((merchant, index) => {
      for (const variant of merchant.variants ?? variants) {
        const slot = `${merchant.tenant}\n${variant}`;
        const other = served.get(slot);
        if (other === undefined) served.set(slot, index);
        else complain(["merchants", index, "variants"], `${variant} is served by merchants.${other} already`);
      }
    });
  });

export type Options = z.input<typeof optionsSchema>;
type ParsedOptions = z.output<typeof optionsSchema>;

export interface Merchant {
  readonly id: string;
  readonly tenant: string;
  readonly keys: KeyRing;
  readonly variants: ReadonlySet<Variant>;
}

/** Checked options, keys put where they cannot be printed. */
export interface Settings extends Omit<ParsedOptions, "merchants" | "website"> {
  readonly merchants: readonly Merchant[];
  readonly website: string;
}

type AddIssue = (path: (string | number)[], message: string) => void;

function refuseOutsideSandbox(options: ParsedOptions, complain: AddIssue): void {
  for (const name of ["gateway", "publicUrl", "website"] as const) {
    if (/^http:/i.test(options[name] ?? ""))
      complain([name], "must start with https:// (http:// needs sandbox: true)");
  }
  options.merchants.forEach(({ key, previousKeys }, index) => {
    const problem = keyProblem(key);
    if (problem !== undefined) complain(["merchants", index, "key"], problem);
    previousKeys.forEach((previous, at) => {
      const earlier = keyProblem(previous);
      if (earlier !== undefined) complain(["merchants", index, "previousKeys", at], earlier);
    });
  });
}

/** Characters. A signature over known text tells whether a guessed key is right, so a short key can be found by trying. */
const shortestKey = 16;

function keyProblem(key: string): string | undefined {
  if (isSandboxKey(key))
    return "is for the sandbox only: use the real one, or set sandbox: true while you develop";
  if (key.length < shortestKey)
    return `must have ${shortestKey} characters or more: a shorter key can be guessed. Get a longer one from the gateway (sandbox: true takes any)`;
  if (/^(.{1,4})\1+.{0,3}$/su.test(key))
    return "repeats a few characters, so it can be guessed. Get a random key from the gateway (sandbox: true takes any)";
  return undefined;
}

/** A payment keeps its merchant's id, and by it finds the keys: one id with two sets of keys could not be verified. */
function refuseRepeatedIds({ merchants }: ParsedOptions, complain: AddIssue): void {
  merchants.forEach(({ id, tenant }, index) => {
    const first = merchants.findIndex((other) => other.id === id && other.tenant === tenant);
    if (first < index)
      complain(["merchants", index, "id"], `is the same as merchants.${first}: name both variants there`);
  });
}

function isSandboxKey(key: string): boolean {
  return /^sandbox-.*-key$/.test(key);
}

/**
 * Checks options once, when they are made known: a mistake stops the shop at start-up and names its place.
 *
 * @throws PayIndexError `options_invalid`
 */
export function readOptions(options: Options): Settings {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", {
      problems: problemsOf(parsed.error.issues),
    });
  }
  const settings = parsed.data;
  return {
    ...settings,
    website: settings.website ?? new URL(settings.publicUrl).origin,
    merchants: settings.merchants.map(({ id, tenant, key, previousKeys, variants: served }) => ({
      id,
      tenant,
      keys: { current: new Secret(key), previous: previousKeys.map((previous) => new Secret(previous)) },
      variants: new Set(served ?? variants),
    })),
  };
}

/** The settings that the log shows at start. */
export function setupSummary({
  publicUrl,
  gateway,
  sandbox,
  merchants,
}: Settings): Omit<SetupSummary, keyof HostSetup> {
  return {
    notifyUrl: `${publicUrl}/notify/<order number>/<token>`,
    gateway,
    sandbox,
    merchants: merchants.map(({ id, tenant, variants: served }) => ({ id, tenant, variants: [...served] })),
  };
}
