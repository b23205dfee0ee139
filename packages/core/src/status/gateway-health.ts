import { readMerchantHealth } from "../alerts/merchant-health.ts";
import type { EngineContext } from "../engine-context.ts";
import { isPayIndexError } from "../errors.ts";
import type { DisputeWebhookAddress } from "../events/pay-index-event.ts";
import { deriveDisputeWebhooks } from "../links/dispute-webhooks.ts";
import { setupSummary } from "../options/settings.ts";
import type { GatewayProblem, MerchantHealth } from "../payment/alert.ts";
import type { LastActivity } from "../ports/installation-store.ts";
import type { Backlog } from "../ports/staff-store.ts";
import { type RefusalCode, refusalCodes } from "../protocol/notification/notification-refusal.ts";

/** A wrong or unsafe setting that the host found at start. */
export interface SetupWarning {
  /** The code of the warning, such as `scheduler_missing`. */
  readonly code: string;
  /** What is wrong and what to do, in English, as in the log. */
  readonly message: string;
}

/**
 * What staff must look at. The list is closed.
 *
 * - `sweep-late`: no sweep ended within the last 15 minutes, so nothing is retried
 * - `jobs-overdue`: jobs wait although they were due more than 5 minutes ago
 * - `start-warnings`: the host found wrong or unsafe settings at start
 * - the others: those of `GatewayProblem`
 */
export type HealthProblem = "sweep-late" | "jobs-overdue" | GatewayProblem | "start-warnings";

/** The last refusal of a notification with one code. */
export interface LastNotificationRefusal {
  readonly code: RefusalCode;
  /** ISO instant in UTC, to within a minute. */
  readonly at: string;
}

/** How the gateway works, for staff. */
export interface GatewayHealth {
  readonly problems: readonly HealthProblem[];
  /** The pattern of the addresses that the gateway must be able to reach. It contains no token. */
  readonly notifyUrl: string;
  /**
   * The dispute webhooks of the tenants' merchants, for the gateway's back office. Each address contains a secret token. Empty without the
   * option `operations.disputeWebhook`, and while the function `merchants` of the shop fails.
   */
  readonly disputeWebhooks: readonly DisputeWebhookAddress[];
  /** When the last verified notification arrived. ISO instant in UTC. Undefined if none is stored (see the option `retention`). */
  readonly lastNotificationAt: string | undefined;
  /** The last refusal with each code, the newest first. */
  readonly refusals: readonly LastNotificationRefusal[];
  /**
   * Why stored notifications do not verify, and what would make them verify (NSIG-EXPLAIN): the text of the oldest open review item
   * about them, in English. Undefined if there is none.
   */
  readonly notVerified: string | undefined;
  /** When the last sweep ended, to within a minute. ISO instant in UTC. Undefined if no sweep has ended. */
  readonly lastSweepAt: string | undefined;
  /** The warnings of this process. */
  readonly startWarnings: readonly SetupWarning[];
  /** The jobs that were due more than 5 minutes ago. */
  readonly overdueJobs: Backlog;
  /** The open review items. */
  readonly reviewItems: Backlog;
}

/** Milliseconds after which a due job is overdue, and a sweep is late. */
const overdueAfter = 5 * 60_000;
const sweepLateAfter = 15 * 60_000;

/** Items that are read at most, to find one of the tenants. */
const notVerifiedLimit = 100;

/**
 * Returns how the gateway works. Counts at most 1000 jobs and review items.
 *
 * @param tenants whose jobs and review items count. Default: all
 * @throws PayIndexError `store_unavailable`
 */
export async function readHealth(
  engine: EngineContext,
  startWarnings: readonly SetupWarning[],
  tenants?: readonly string[],
): Promise<GatewayHealth> {
  const { store, settings, platform } = engine;
  const now = platform.now().getTime();
  const [backlogs, activities, disputeWebhooks, unverified] = await Promise.all([
    store.readBacklogs({ dueBefore: new Date(now - overdueAfter), tenants }),
    store.listActivities(),
    readDisputeWebhooks(engine, tenants),
    store.listReviewItems(notVerifiedLimit, "not-verified"),
  ]);
  const found = {
    disputeWebhooks,
    lastNotificationAt: backlogs.lastNotificationAt,
    refusals: refusalsOf(activities),
    notVerified: unverified.find(({ tenant }) => tenants?.includes(tenant) ?? true)?.problem.message,
    lastSweepAt: activities.find(({ name }) => name === "sweep")?.at.toISOString(),
    startWarnings,
    overdueJobs: backlogs.overdueJobs,
    reviewItems: backlogs.reviewItems,
  };
  const merchants = await readMerchantHealth(engine, { tenants });
  return {
    problems: problemsOf(found, merchants, now),
    notifyUrl: setupSummary(settings).notifyUrl,
    ...found,
  };
}

/** A function of the shop that fails must not hide everything else. */
async function readDisputeWebhooks(engine: EngineContext, tenants: readonly string[] | undefined) {
  try {
    return await deriveDisputeWebhooks(engine, tenants);
  } catch (error) {
    if (isPayIndexError(error, "merchants_unavailable")) return [];
    throw error;
  }
}

function refusalsOf(activities: readonly LastActivity[]): LastNotificationRefusal[] {
  const lastTimes = new Map(activities.map(({ name, at }) => [name, at]));
  return refusalCodes
    .flatMap((code) => {
      const at = lastTimes.get(`refused-${code}`);
      return at === undefined ? [] : [{ code, at: at.toISOString() }];
    })
    .sort((a, b) => (a.at > b.at ? -1 : 1));
}

function problemsOf(
  {
    lastSweepAt,
    startWarnings,
    overdueJobs,
  }: Pick<GatewayHealth, "lastSweepAt" | "startWarnings" | "overdueJobs">,
  merchants: readonly MerchantHealth[],
  now: number,
): HealthProblem[] {
  const isLate = lastSweepAt === undefined || now - Date.parse(lastSweepAt) > sweepLateAfter;
  return [
    ...(isLate ? (["sweep-late"] as const) : []),
    ...(overdueJobs.count > 0 ? (["jobs-overdue"] as const) : []),
    ...new Set(merchants.flatMap(({ problems }) => problems)),
    ...(startWarnings.length > 0 ? (["start-warnings"] as const) : []),
  ];
}
