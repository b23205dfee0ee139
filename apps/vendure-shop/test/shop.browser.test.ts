import { browserSalesSuite } from "@pay-index-apps/demo/suite/browser-checkout.suite";
import { multiStepShopOptions } from "@pay-index-apps/demo/suite/multi-step-shop-options";
import { openShop } from "./open-shop.ts";

browserSalesSuite({
  ...multiStepShopOptions,
  openShop,
  placed: "PaymentSettled",
  picture: { name: "vendure-shop", of: "purchase" },
});
