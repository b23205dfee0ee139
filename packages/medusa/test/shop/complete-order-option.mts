import type { CompleteOrder } from "@pay-index/medusa";
import { onTestFinished } from "vitest";

const byDefault: CompleteOrder = ({ completeByDefault }) => completeByDefault();

let completion = byDefault;

/** The shop completes carts like this until the test ends. */
export function completeCartsBy(ownCompletion: CompleteOrder): void {
  completion = ownCompletion;
  onTestFinished(() => {
    completion = byDefault;
  });
}

/** How the running test completes carts. */
export function completionOfTest(): CompleteOrder {
  return completion;
}
