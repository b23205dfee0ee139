import { browserPagesSuite } from "@pay-index-apps/demo/suite/browser-checkout.suite";
import { sharedMultiStepSuiteOptions } from "@pay-index-apps/demo/suite/shared-multi-step-suite-options";
import { openShop } from "./open-shop.ts";

// The same pages in the Express shop are in the project "browser". Here they are in an order of this host.
browserPagesSuite({
  ...sharedMultiStepSuiteOptions,
  openShop,
  placed: "PaymentSettled",
  picture: { name: "vendure-shop", of: "purchase" },
});
