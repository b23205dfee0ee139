import { browserSalesSuite } from "@pay-index-apps/demo/suite/browser-checkout.suite";
import { multiStepShop } from "@pay-index-apps/demo/suite/multi-step-shop";
import { openShop } from "./open-shop.ts";

browserSalesSuite({
  ...multiStepShop,
  openShop,
  placed: "captured",
  picture: { name: "medusa-shop", of: "purchase" },
});
