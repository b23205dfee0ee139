import { z } from "zod";
import { lazily } from "../lazily.ts";
import { moneySchema } from "../protocol/money/money.ts";
import { type Attempt, partOf } from "./attempt.ts";
import { decidesAboutOtherAttempts } from "./attempt-state.ts";
import { isSuccess } from "./classify-facts.ts";
import { operatorSchema } from "./operator.ts";
import type { RefusalProblem } from "./order-refusals.ts";

/** The stored record of a payment link. It contains no buyer, and no token: the token is derived (URL-TOKENS). */
export const paymentLinkSchema = lazily(() =>
  z.object({
    version: z.literal(1),
    linkId: z.string(),
    tenant: z.string(),
    reference: z.string(),
    /** The part of the payment that it pays (ENG-PART). Undefined: the first one. */
    part: z.int().positive().optional(),
    /** What was due, or what the operator asked for, when the link was made. What is charged is decided at each opening. */
    amount: moneySchema(),
    createdAt: z.iso.datetime(),
    createdBy: operatorSchema(),
    /** From then on, nobody can open it. */
    endsAt: z.iso.datetime(),
    /** When a buyer first went on from it to the payment page. */
    openedAt: z.iso.datetime().optional(),
    withdrawn: z
      .object({
        at: z.iso.datetime(),
        by: operatorSchema(),
        /** The link that replaced this one. */
        replacedBy: z.string().optional(),
      })
      .optional(),
  }),
);

/** A link that an operator made, at which a buyer pays what is due for one reference (LINK-OPEN). */
export type PaymentLink = z.infer<ReturnType<typeof paymentLinkSchema>>;

/**
 * The state of a payment link: the first of these that applies.
 *
 * - `withdrawn`: an operator withdrew or replaced it
 * - `paid`: its part of the payment is paid, approved or under review, by this link or in another way
 * - `ended`: its end date is over
 * - `open`: a buyer can pay
 */
export type PaymentLinkState = "withdrawn" | "paid" | "ended" | "open";

/** Returns the state of a payment link. `attempts`: those of its payment. Only those of the link's part can have paid it. */
export function paymentLinkStateOf(
  { part, withdrawn, endsAt }: PaymentLink,
  attempts: readonly Pick<Attempt, "state" | "part">[],
  now: Date,
): PaymentLinkState {
  if (withdrawn !== undefined) return "withdrawn";
  const isOfPart = (attempt: Pick<Attempt, "part">) => partOf(attempt) === partOf({ part });
  if (attempts.some((each) => isOfPart(each) && decidesAboutOtherAttempts(each.state))) return "paid";
  return Date.parse(endsAt) <= now.getTime() ? "ended" : "open";
}

export function byCreation(a: PaymentLink, b: PaymentLink): number {
  return `${a.createdAt} ${a.linkId}` < `${b.createdAt} ${b.linkId}` ? -1 : 1;
}

/** Milliseconds for which a payment page that was opened in time can still be paid. */
const openPageMilliseconds = 3_600_000;

/**
 * Returns why the order of an attempt is not placed by itself: the payment link that started it was withdrawn or replaced, or had ended
 * for more than an hour when the gateway reported the payment (LINK-LATE). Undefined if neither, or if an operator has retried the
 * review item since.
 */
export function paymentLinkProblem(
  { link, facts }: Attempt,
  stored: PaymentLink | undefined,
): RefusalProblem | undefined {
  if (link === undefined) return undefined;
  const isAccepted = (since: string) =>
    facts.some(
      (fact) =>
        fact.source === "operator" &&
        fact.action === "retry" &&
        fact.kind === "order-not-placed" &&
        fact.at >= since,
    );
  const { withdrawn } = stored ?? {};
  const advice = "Refund the payment, or retry this item to place the order all the same.";
  if (withdrawn !== undefined && !isAccepted(withdrawn.at)) {
    const how = withdrawn.replacedBy === undefined ? "withdrawn" : "replaced by another one";
    return {
      code: "link_withdrawn",
      message: `The buyer paid a payment link that was ${how} at ${withdrawn.at}. ${advice}`,
    };
  }
  const paidAt = facts
    .filter(isSuccess)
    .map(({ at }) => at)
    .sort()[0];
  if (paidAt === undefined || Date.parse(paidAt) <= Date.parse(link.endsAt) + openPageMilliseconds)
    return undefined;
  if (isAccepted(paidAt)) return undefined;
  return {
    code: "link_ended",
    message: `The buyer paid at ${paidAt}, and the payment link had ended at ${link.endsAt}. ${advice}`,
  };
}
