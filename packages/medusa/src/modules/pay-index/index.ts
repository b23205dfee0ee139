import { Module } from "@medusajs/framework/utils";
import { needOneMedusa } from "./loaders/need-one-medusa.ts";
import { needSameMerchants } from "./loaders/need-same-merchants.ts";
import { needTables } from "./loaders/need-tables.ts";
import { PayIndexService } from "./service.ts";

/** Under which the service stands in Medusa's container. */
export const payIndexModule = "payIndex";

export default Module(payIndexModule, {
  service: PayIndexService,
  loaders: [needOneMedusa, needSameMerchants, needTables],
});
