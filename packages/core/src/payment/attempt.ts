import { z } from "zod";
import { lazily } from "../lazily.ts";
import { type Money, minorSchema, moneySchema } from "../protocol/money/money.ts";
import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";
import { planTypes } from "../protocol/sale/plan.ts";
import { type Variant, variants } from "../protocol/sale/sale.ts";
import { hasResult, statesBestFirst } from "./attempt-state.ts";
import type { ExpectedAmounts } from "./classify-facts.ts";
import { factSchema } from "./fact.ts";
import { returnHintSchema } from "./return-hint.ts";

export { decidesAboutOtherAttempts, statesBestFirst } from "./attempt-state.ts";

/** Why a message with the right token is not taken. All of these are stored (NSIG-MISSING). */
export const quarantineCodes = [
  "unsigned",
  "mismatch",
  "malformed",
  "foreign",
  "sender",
  "large",
  "slow",
  "charset",
  "later",
  "failure",
] as const satisfies readonly RefusalCode[];

/** A quarantined notification: its address is right, but it does not verify or cannot be read. */
const unverifiedNotificationSchema = () =>
  z.object({
    id: z.string(),
    at: z.iso.datetime(),
    code: z.enum(quarantineCodes),
    fields: z.record(z.string(), z.string()),
    /** The number of the episode. Each episode has its own review item. */
    episode: z.int().default(1),
    /** It came to the dispute webhook, so it is never taken as a notification, even if it verifies as one (MSG-TYPE). */
    webhook: z.literal(true).optional(),
  });
export type UnverifiedNotification = z.infer<ReturnType<typeof unverifiedNotificationSchema>>;

/** What the record keeps of a plan. Removes the texts for the buyer. */
export const planRecordSchema = lazily(() =>
  z.object({
    id: z.string(),
    type: z.enum(planTypes),
    attempts: z.int(),
    intervalTime: z.int(),
    totalCount: z.int(),
    firstPeriodAmount: minorSchema().optional(),
  }),
);

/** The stored record of one attempt. It contains no name, address, e-mail address or card. */
export const attemptSchema = lazily(() =>
  z.object({
    version: z.literal(1),
    attemptId: z.string(),
    tenant: z.string(),
    reference: z.string(),
    /** The tenant whose merchant takes the money (ENG-SPAN). */
    merchantTenant: z.string(),
    /** 1 for the first attempt to pay the reference. */
    number: z.int(),
    /** Which of the amounts of the order it pays (ENG-PART). Missing: 1. */
    part: z.int().positive().optional(),
    variant: z.enum(variants),
    merchantId: z.string(),
    amount: moneySchema(),
    plan: planRecordSchema().optional(),
    /** What the notifications reported about the subscription as a whole. */
    subscription: z
      .object({
        /** The gateway's id of the subscription that was reported first (CYC-SUBSCRIPTION). */
        gatewaySubscriptionId: z.string().optional(),
        /** The earliest cycle with a report of closing, and the earliest instant (CYC-CLOSED). */
        closedWith: z.int().optional(),
        closedAt: z.iso.datetime().optional(),
        /** The earliest instant of a report of closing without a cycle. */
        closedWithoutCycleAt: z.iso.datetime().optional(),
      })
      .optional(),
    /** The payment link at which a buyer started it. */
    link: z.object({ linkId: z.string(), endsAt: z.iso.datetime() }).optional(),
    /** A keyed digest of the sale. It distinguishes a repeated sale from a changed one. */
    fingerprint: z.string(),
    /** The SHA-256 digests of the tokens in the URLs. The tokens are not stored (URL-TOKENS). */
    notifyTokenHash: z.string(),
    returnTokenHash: z.string(),
    createdAt: z.iso.datetime(),
    facts: z.array(factSchema()).readonly(),
    /** Derived from the facts. */
    state: z.enum(statesBestFirst),
    /** Whether the order is being placed, or is placed, for this attempt (ENG-WINS): true for at most one attempt of a part. */
    isWinning: z.boolean(),
    /** The group of attempts without a result that this attempt was added to when its result was overdue. Never changes. */
    noResultGroup: z.int().positive().optional(),
    quarantine: z.array(unverifiedNotificationSchema()),
    /** What the buyer's browser reported: each word once. Never a fact (RET-HINT). */
    returnHints: z.array(returnHintSchema()).readonly().optional(),
    snapshot: z.json().optional(),
    /** The trace in which the attempt was started, as in W3C Trace Context. Random ids only. */
    traceparent: z.string().optional(),
  }),
);

export type Attempt = z.infer<ReturnType<typeof attemptSchema>>;

/** Returns which of the amounts of the order an attempt, or a sale, pays: 1 unless the order was placed before (ENG-PART). */
export function partOf({ part = 1 }: { readonly part?: number | undefined }): number {
  return part;
}

/** Returns the newest part that attempts pay. 1 if there are none. */
export function newestPartOf(attempts: readonly { readonly part?: number | undefined }[]): number {
  return Math.max(1, ...attempts.map(partOf));
}

export type AttemptIdentity = Pick<Attempt, "tenant" | "reference" | "attemptId">;

/** Returns the ids that an event names an attempt by. */
export function attemptEventFields({ tenant, reference, attemptId }: AttemptIdentity) {
  return { tenant, reference, attemptId };
}

export function expectedAmountsOf(payment: Pick<Attempt, "amount" | "plan">): ExpectedAmounts {
  const { minor, currency } = payment.amount;
  const chargedAmount = { minor: payment.plan?.firstPeriodAmount ?? minor, currency };
  return { amount: payment.amount, chargedAmount };
}

/** Returns the amount that was to be charged for the order, or for a later cycle. The first period of a subscription may have another price. */
export function expectedChargedAmountOf(
  attempt: Pick<Attempt, "amount" | "plan">,
  cycle: number | undefined,
): Money {
  return cycle === undefined ? expectedAmountsOf(attempt).chargedAmount : attempt.amount;
}

/** Returns whether the shop's own server receives the card, so that the request itself charges it. */
export function isDirectCardVariant(variant: Variant): variant is "card" | "subscription" {
  return variant === "card" || variant === "subscription";
}

/** Seconds after which a direct charge normally has its result. */
export const directChargeSeconds = 15;

/** The gateway's answer to the submission. */
export function responseOf({ facts }: Attempt) {
  return facts.find((fact) => fact.source === "response");
}

/**
 * Returns whether the gateway refused the sale in a way that counts only after the gateway was asked (RES-UNCLEAR). A duplicate with a
 * payment page is such a refusal, because no buyer has the address of that page. A duplicate of a direct charge never counts by itself.
 */
export function isRefusalToAskAbout(attempt: Attempt): boolean {
  const { duplicate, unclear } = responseOf(attempt) ?? {};
  return unclear === true || (duplicate === true && !isDirectCardVariant(attempt.variant));
}

/** Which call of `start` an earlier attempt can answer: any, or only the one with this fingerprint. */
export type StartMatch = { readonly kind: "any" } | { readonly kind: "same"; readonly fingerprint: string };

/**
 * Returns which call of `start` this attempt can answer while it is young enough: any call, for a direct charge whose outcome is
 * unknown; a call for the same sale, for an open payment page. Undefined: none. Stores keep it in columns.
 */
export function startMatchOf(attempt: Attempt): StartMatch | undefined {
  const { state, variant, fingerprint } = attempt;
  if (state !== "created" && state !== "pending") return undefined;
  const hasPage = responseOf(attempt)?.outcome === "redirect";
  if (isDirectCardVariant(variant)) return hasPage ? undefined : { kind: "any" };
  return hasPage || state === "created" ? { kind: "same", fingerprint } : undefined;
}

/** Returns the group that this attempt is a member of while it has no result. Stores keep it in a column. */
export function noResultGroupOf({
  noResultGroup,
  state,
}: Pick<Attempt, "noResultGroup" | "state">): number | undefined {
  return hasResult(state) ? undefined : noResultGroup;
}
