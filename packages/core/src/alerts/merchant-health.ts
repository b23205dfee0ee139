import type { EngineContext } from "../engine-context.ts";
import type { GatewayProblem, MerchantHealth, MerchantProblems } from "../payment/alert.ts";
import { type Attempt, responseOf } from "../payment/attempt.ts";
import { statesBestFirst } from "../payment/attempt-state.ts";
import { isNotification } from "../payment/classify-facts.ts";
import { unconfirmedSuccessesOf } from "../payment/gateway-signs.ts";

/** Milliseconds in which a working gateway answers a sale and sends its notification. */
const grace = 30_000;
/** The number of sales in a row that are no coincidence. */
const salesInRow = 3;
/** The newest attempts, which show the merchants that may have a problem, and the newest attempts of these. */
const attemptsLookedAt = 100;
const attemptsRead = 300;
/** The tenants whose merchants are read in one round. */
const tenantsRead = 20;

interface HealthScope {
  /** Default: all. */
  readonly tenants?: readonly string[] | undefined;
  /** The merchants to read, also if none of their newest attempts shows a problem. */
  readonly reported?: readonly MerchantProblems[];
}

/**
 * Returns what the newest attempts show about the gateway, for each merchant that has, may have or had a problem.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function readMerchantHealth(
  engine: Pick<EngineContext, "store" | "platform" | "settings">,
  { tenants, reported = [] }: HealthScope,
): Promise<MerchantHealth[]> {
  const { store, platform, settings } = engine;
  const before = platform.now().getTime() - grace;
  const isRecorded = settings.unsignedNotifications === "record";
  const read = async (selection: {
    readonly tenants?: readonly string[] | undefined;
    readonly limit: number;
  }) => {
    const listed = await store.listAttempts({ states: statesBestFirst, ...selection });
    return listed.map(({ attempt }) => signsOf(attempt, { before, isRecorded }));
  };
  const newest = await read({ tenants, limit: attemptsLookedAt });
  const suspects = [...newest.filter(isBad), ...reported].map(({ tenant }) => tenant);
  if (suspects.length === 0) return [];
  const chosen = [...new Set(suspects)].slice(0, tenantsRead);
  const attempts = await read({ tenants: chosen, limit: attemptsRead });
  const merchants = new Map<string, AttemptSigns[]>();
  for (const signs of attempts) {
    const key = JSON.stringify([signs.tenant, signs.merchantId]);
    const known = merchants.get(key);
    if (known === undefined) merchants.set(key, [signs]);
    else known.push(signs);
  }
  return [...merchants.values()].map((signs) => healthOf(signs, before));
}

/** What one attempt shows. */
type AttemptSigns = ReturnType<typeof signsOf>;

function signsOf(
  attempt: Attempt,
  { before, isRecorded }: { readonly before: number; readonly isRecorded: boolean },
) {
  const { merchantTenant: tenant, merchantId, createdAt, facts, quarantine } = attempt;
  const notifications = facts.filter(isNotification);
  const refused = quarantine.filter(({ code }) => !(isRecorded && code === "unsigned"));
  return {
    ...{ tenant, merchantId, startedAt: Date.parse(createdAt), outcome: responseOf(attempt)?.outcome },
    verifiedAt: latest(notifications),
    refusedAt: latest(refused),
    isUnconfirmed: unconfirmedSuccessesOf(attempt).some((at) => Date.parse(at) < before),
  };
}

/** Milliseconds since 1970. 0: never. */
function latest(records: readonly { readonly at: string }[]): number {
  return Math.max(0, ...records.map(({ at }) => Date.parse(at)));
}

function isBad({ outcome, refusedAt, isUnconfirmed }: AttemptSigns): boolean {
  return outcome === "unknown" || refusedAt > 0 || isUnconfirmed;
}

/** @param signs those of the newest attempts of one merchant, the newest first */
function healthOf(signs: readonly AttemptSigns[], before: number): MerchantHealth {
  const { tenant = "", merchantId = "" } = signs[0] ?? {};
  const outcomes = signs.flatMap(({ outcome }) => outcome ?? []).slice(0, salesInRow);
  const isAnswering = outcomes.some((outcome) => outcome !== "unknown");
  const verifiedAt = Math.max(...signs.map((each) => each.verifiedAt));
  const hasJustVerified = verifiedAt >= before;
  const isRefused = !hasJustVerified && signs.some(({ refusedAt }) => refusedAt > verifiedAt);
  const unconfirmed = signs.filter(({ isUnconfirmed, startedAt }) => isUnconfirmed && startedAt > verifiedAt);
  const isNotified = hasJustVerified || unconfirmed.length < salesInRow;
  const problems: GatewayProblem[] = [
    ...(isRefused ? (["notifications-refused"] as const) : []),
    ...(!isAnswering && outcomes.length === salesInRow ? (["no-answers"] as const) : []),
    ...(!isRefused && !isNotified ? (["no-notifications"] as const) : []),
  ];
  const disproved: GatewayProblem[] = [
    ...(isAnswering ? (["no-answers"] as const) : []),
    ...(verifiedAt > 0 && !isRefused ? (["notifications-refused"] as const) : []),
    ...(verifiedAt > 0 && isNotified ? (["no-notifications"] as const) : []),
  ];
  return { tenant, merchantId, problems, disproved };
}
