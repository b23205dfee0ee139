import type { EngineContext } from "../engine-context.ts";
import { type GatewayHealth, readHealth, type SetupWarning } from "./gateway-health.ts";
import { type AttemptFilter, type AttemptPage, searchAttempts } from "./search-attempts.ts";

/** The functions of `Gateway` for the pages of staff that are about all payments. */
export interface StaffOverviewMethods {
  /**
   * Returns one page of attempts, the newest first: also those that are open or failed, with one bounded query.
   *
   * @throws PayIndexError `query_invalid`, `attempt_unknown` (`after`), `store_unavailable`
   */
  attempts(query?: AttemptFilter): Promise<AttemptPage>;
  /**
   * Returns how the gateway works: the notify address, the last notification, warnings, and what waits.
   *
   * @param scope `tenants`: whose jobs and review items count. Default: all. At most 20.
   * @throws PayIndexError `store_unavailable`
   */
  health(scope?: { readonly tenants?: readonly string[] }): Promise<GatewayHealth>;
  /** Replaces the warnings of the host that `health` returns. An adapter calls it once, after it has checked the host. */
  reportStartWarnings(warnings: readonly SetupWarning[]): void;
}

export function createStaffOverviewMethods<Tx>(
  engine: EngineContext<Tx>,
  foundBefore: readonly SetupWarning[] = [],
): StaffOverviewMethods {
  let startWarnings: readonly SetupWarning[] = [];
  return {
    attempts: async (query = {}) => searchAttempts(engine, query),
    health: (scope = {}) => readHealth(engine, [...foundBefore, ...startWarnings], scope.tenants),
    reportStartWarnings: (warnings) => {
      startWarnings = [...warnings];
    },
  };
}
