import type { CompleteOrder, PayIndexPluginOptions } from "@pay-index/medusa";
import { onTestFinished } from "vitest";

interface ShopFunctions {
  completeOrder: CompleteOrder;
  changeItem: NonNullable<PayIndexPluginOptions["changeItem"]>;
  sendAlert: NonNullable<PayIndexPluginOptions["alerts"]>["send"];
}

const byDefault: ShopFunctions = {
  completeOrder: ({ completeByDefault }) => completeByDefault(),
  changeItem: (item) => item,
  sendAlert: () => undefined,
};

/** The functions of the shop. */
export const shopFunctions = { ...byDefault };

/** The shop has these functions until the test ends. */
export function setShopFunctions(own: Partial<ShopFunctions>): void {
  Object.assign(shopFunctions, own);
  onTestFinished(() => void Object.assign(shopFunctions, byDefault));
}
