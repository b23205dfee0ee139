import type { Variant } from "@pay-index/core";
import type { ReviewKind } from "@pay-index/core/store";
import type { FaultInput } from "@pay-index/sandbox/client";
import { expect } from "vitest";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";

interface SpoiledNotification {
  readonly fault: FaultInput;
  /** The shop's answer. Default: a refusal. */
  readonly answer?: RegExp;
  /** Default: `pending`. */
  readonly state?: "pending" | "review";
  /** Default: that it does not verify. */
  readonly items?: readonly ReviewKind[];
  /** The review items that stay open after the correct notification. */
  readonly stay?: readonly ReviewKind[];
}

/** The first notification has a fault and pays nothing. The gateway repeats it without the fault, and it pays. */
export function correctedNotification({
  fault,
  answer = /^4\d\d /,
  state = "pending",
  items = ["not-verified"],
  stay = [],
}: SpoiledNotification) {
  return async ({ submittedOrder, gateway }: ScenarioContext): Promise<void> => {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, fault)).toMatch(answer);
    await tea.is(state, { items });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid", { items: stay });
  };
}

/** The buyer's card is declined, and the buyer pays the same cart with the next click. */
export function payAfterDecline(card: "declined" | "asks") {
  return async (
    { submittedOrder, buyer, gateway, pay }: ScenarioContext,
    variant: Variant,
  ): Promise<void> => {
    const { tea, attempt: first } = await submittedOrder(createSubmission(variant, buyerCards[card]));
    await buyer.isDeclined(first);
    await gateway.waitUntilNotified(first);
    await tea.is("failed");
    await pay(await buyer.submits(tea, variant));
    await tea.is("paid");
  };
}
