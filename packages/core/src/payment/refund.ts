import { z } from "zod";
import { type Money, moneySchema } from "../money/money.ts";
import type { DecisionFact, Fact } from "./fact.ts";
import type { Operator } from "./operator.ts";

const referenceLength = 100;

const refundMoney = moneySchema.refine(({ minor }) => minor > 0, "must be more than 0");

/** A refund that an operator made at the gateway, outside this software. */
export const refundSchema = z.object(
  {
    /** What was given back. */
    money: refundMoney,
    /** The gateway's id of the refund, or what else finds it there: 1 to 100 characters. */
    reference: z
      .string("is required: the gateway's id of the refund")
      .trim()
      .min(1, "must not be empty: the gateway's id of the refund")
      .max(referenceLength, `must not be longer than ${referenceLength} characters`)
      .regex(/^\P{C}*$/u, "must be one line of text"),
    /** Whether it is money of the order that was placed. Core decides this when it records the refund. */
    ofOrder: z.boolean().default(false),
  },
  "must name the refund: { money, reference }",
);

/** What an operator tells of a refund. */
export type Refund = Pick<z.infer<typeof refundSchema>, "money" | "reference">;

/** A refund as it stands in the records. */
export interface RecordedRefund extends Refund {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly operator: Operator;
  /** Money of the order that was placed: the shop's books must show it. False: money of another charge, for which no order was placed. */
  readonly ofOrder: boolean;
}

/** Refunds of a payment or a cycle, in the order in which they were recorded. */
export function refundsOf(facts: readonly Fact[]): RecordedRefund[] {
  return facts.filter(isRefund).map(({ at, operator, refund }) => ({ at, operator, ...refund }));
}

/** How much of the money of the placed order was given back, in all. */
export function refundedOfOrder({
  money,
  refunds,
}: {
  readonly money: Money;
  readonly refunds: readonly RecordedRefund[];
}): Money {
  const given = refunds.filter(({ ofOrder }) => ofOrder);
  return { minor: given.reduce((sum, each) => sum + each.money.minor, 0), currency: money.currency };
}

type RefundFact = DecisionFact & { readonly refund: NonNullable<DecisionFact["refund"]> };

function isRefund(fact: Fact): fact is RefundFact {
  return fact.source === "operator" && fact.action === "refunded" && fact.refund !== undefined;
}
