import { browserSalesSuite } from "@pay-index-apps/demo/suite/browser-checkout.suite";
import { sharedMultiStepSuiteOptions } from "@pay-index-apps/demo/suite/shared-multi-step-suite-options";
import { openShop } from "./open-shop.ts";

browserSalesSuite({
  ...sharedMultiStepSuiteOptions,
  openShop,
  placed: "captured",
  picture: { name: "medusa-shop", of: "purchase" },
});
