import type { SqlDriver } from "@pay-index/core/store";
import type { RequestContext } from "@vendure/core";

/** Vendure's database under the engine, and Vendure's own transactions on it. */
export interface VendureDatabase extends SqlDriver<RequestContext> {
  /** A transaction of Vendure's: committed when this resolves, rolled back when `work` throws, which rejects with that. */
  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result>;
}
