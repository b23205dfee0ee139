import { Module } from "@medusajs/framework/utils";
import { PayIndexService } from "./service.ts";

/** Under which the service stands in Medusa's container. */
export const payIndexModule = "payIndex";

export default Module(payIndexModule, { service: PayIndexService });
