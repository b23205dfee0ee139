import { Module } from "@medusajs/framework/utils";
import { assertSafeSecrets } from "./loaders/assert-safe-secrets.ts";
import { assertSameMerchants } from "./loaders/assert-same-merchants.ts";
import { assertSingleFramework } from "./loaders/assert-single-framework.ts";
import { assertTablesExist } from "./loaders/assert-tables-exist.ts";
import { PayIndexService } from "./service.ts";

/** The name of the service in Medusa's container. */
export const payIndexModuleName = "payIndex";

export default Module(payIndexModuleName, {
  service: PayIndexService,
  loaders: [assertSingleFramework, assertSafeSecrets, assertSameMerchants, assertTablesExist],
});
