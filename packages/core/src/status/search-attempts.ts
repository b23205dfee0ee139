import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { readInput } from "../errors.ts";
import { lazily } from "../lazily.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { type AttemptState, statesBestFirst } from "../payment/attempt-state.ts";
import { isPaymentReport } from "../payment/classify-facts.ts";
import type { AttemptPeriod, Backlog } from "../ports/staff-store.ts";
import type { Money } from "../protocol/money/money.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import { requireAttempt } from "../review/operator-input.ts";
import { attemptGroups, groupOfState } from "./attempt-groups.ts";
import { type GatewayHealth, readHealth, type SetupWarning } from "./gateway-health.ts";
import { millisecondsOfDay, type Overview, type OverviewQuery, readOverview } from "./overview.ts";

const querySchema = lazily(() =>
  z.strictObject({
    /** Default: the attempts of all groups. */
    group: z.enum(attemptGroups).optional(),
    /** A whole reference, gateway order ID or transaction ID. At most 200 characters. Default: no search. */
    text: z.string().max(200).optional(),
    /** The day on which the attempts started, in UTC: `2026-03-31`. Default: any. */
    day: z.iso.date("must be a day such as 2026-03-31").optional(),
    /** References that match `text` in the host's own records, such as by the buyer's e-mail address. At most 100. */
    references: z.array(z.string()).max(100).readonly().optional(),
    /** The tenants whose merchants take the money (ENG-SPAN). At most 20. Default: all. */
    tenants: z.array(z.string()).max(20).readonly().optional(),
    /** The highest number of attempts, from 1 to 100. Default: 50. */
    limit: z.int().min(1).max(100).default(50),
    /** The `next` of the previous page. Default: the first page. */
    after: z.string().refine(isAttemptId, "must be a gateway order ID").optional(),
  }),
);

/**
 * Selects attempts for staff.
 *
 * @interface
 */
export type AttemptFilter = z.input<ReturnType<typeof querySchema>>;

/** One attempt of a list. It contains no name and no e-mail address: the host adds what it knows of the buyer. */
export interface AttemptSummary {
  /** The id of the attempt at the gateway, `pay_orderid`. */
  readonly attemptId: string;
  readonly tenant: string;
  /** The tenant whose merchant takes the money (ENG-SPAN). */
  readonly merchantTenant: string;
  readonly reference: string;
  readonly variant: Variant;
  readonly state: AttemptState;
  /** The price of the order. Minor units. */
  readonly amount: Money;
  /** The amount to charge now. Differs from `amount` if the first period has another price. Minor units. */
  readonly chargedAmount: Money;
  /** ISO instant in UTC. */
  readonly startedAt: string;
  /** The transactions that the gateway reported. For a subscription, of its first cycle. */
  readonly transactionIds: readonly string[];
  readonly hasOpenReviewItems: boolean;
}

/** One page of attempts, the newest first. */
export interface AttemptPage {
  readonly attempts: readonly AttemptSummary[];
  /** The `after` of the next page. Undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Returns one page of attempts, the newest first.
 *
 * @throws PayIndexError `query_invalid`, `attempt_unknown` (`after`), `store_unavailable`
 */
async function searchAttempts<Tx>(engine: EngineContext<Tx>, query: AttemptFilter): Promise<AttemptPage> {
  const message = "This list of attempts cannot be read.";
  const filter = readInput(querySchema(), query, { code: "query_invalid", message });
  const { group, text = "", day, references = [], tenants, limit, after } = filter;
  const searched = text.trim();
  const listed = await engine.store.listAttempts({
    states: statesBestFirst.filter((state) => group === undefined || groupOfState[state] === group),
    tenants,
    period: day === undefined ? undefined : periodOfDay(day),
    search: searched === "" ? undefined : { text: searched, references },
    after: after === undefined ? undefined : await requireAttempt(engine, after),
    limit: limit + 1,
  });
  const attempts = listed
    .slice(0, limit)
    .map(({ attempt, hasOpenReviewItems }) => ({ ...summaryOf(attempt), hasOpenReviewItems }));
  return { attempts, next: listed.length > limit ? attempts.at(-1)?.attemptId : undefined };
}

/** @param day a day in UTC: `2026-03-31` */
function periodOfDay(day: string): AttemptPeriod {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, before: new Date(from.getTime() + millisecondsOfDay) };
}

export function summaryOf(attempt: Attempt): Omit<AttemptSummary, "hasOpenReviewItems"> {
  const { attemptId, tenant, merchantTenant, reference, variant, state, facts } = attempt;
  const reported = facts.filter(isPaymentReport).map(({ transactionId }) => transactionId);
  return {
    ...{ attemptId, tenant, merchantTenant, reference, variant, state },
    ...expectedAmountsOf(attempt),
    startedAt: attempt.createdAt,
    transactionIds: [...new Set(reported.filter((id) => id !== ""))],
  };
}

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
  /**
   * Returns the counts of the last days by day and variant, and the paid money by day and currency. Each sweep counts the attempts that
   * changed since the last one, so the counts are as old as that. The counts of a forgotten payment stay.
   *
   * @throws PayIndexError `query_invalid`, `store_unavailable`
   */
  overview(query?: OverviewQuery): Promise<Overview>;
  /**
   * Returns the number of open review items, and the age of the oldest one.
   *
   * @param scope `tenants`: of whose payments. Default: all. At most 20.
   * @throws PayIndexError `store_unavailable`
   */
  reviewItemBacklog(scope?: { readonly tenants?: readonly string[] | undefined }): Promise<Backlog>;
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
    overview: async (query = {}) => readOverview(engine, query),
    reviewItemBacklog: async ({ tenants } = {}) =>
      (await engine.store.readBacklogs({ dueBefore: engine.platform.now(), tenants })).reviewItems,
    health: (scope = {}) => readHealth(engine, [...foundBefore, ...startWarnings], scope.tenants),
    reportStartWarnings: (warnings) => {
      startWarnings = [...warnings];
    },
  };
}
