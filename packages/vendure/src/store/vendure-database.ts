import type { SqlDriver } from "@pay-index/core/store";
import type { RequestContext } from "@vendure/core";

/** Vendure's database as a driver of core's SQL store, with Vendure's own transactions. */
export interface VendureDatabase extends SqlDriver<RequestContext> {
  /**
   * Runs a function in a transaction of Vendure. Commits it when the function resolves, and rolls it back when it
   * throws.
   */
  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result>;
}
