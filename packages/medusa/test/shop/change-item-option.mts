import type { PayIndexPluginOptions } from "@pay-index/medusa";
import { onTestFinished } from "vitest";

type ChangeItem = NonNullable<PayIndexPluginOptions["changeItem"]>;

const unchanged: ChangeItem = (item) => item;

let change = unchanged;

/** The shop changes items like this until the test ends. */
export function changeItemsBy(ownChange: ChangeItem): void {
  change = ownChange;
  onTestFinished(() => {
    change = unchanged;
  });
}

/** How the running test changes items. */
export function itemChangeOfTest(): ChangeItem {
  return change;
}
