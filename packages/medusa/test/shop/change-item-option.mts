import type { PayIndexPluginOptions } from "@pay-index/medusa";
import { onTestFinished } from "vitest";

type ItemChanger = NonNullable<PayIndexPluginOptions["changeItem"]>;

const unchanged: ItemChanger = (item) => item;

let change = unchanged;

/** The shop changes items like this until the test ends. */
export function changeItemsBy(ownChange: ItemChanger): void {
  change = ownChange;
  onTestFinished(() => {
    change = unchanged;
  });
}

/** How the running test changes items. */
export function itemChangeOfTest(): ItemChanger {
  return change;
}
