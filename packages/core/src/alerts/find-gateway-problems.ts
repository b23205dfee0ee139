import type { EngineContext } from "../engine-context.ts";
import type { GatewayProblem } from "../payment/alert.ts";
import { type Attempt, responseOf } from "../payment/attempt.ts";
import { attemptStates } from "../payment/attempt-state.ts";
import type { LastActivity } from "../ports/installation-store.ts";
import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";

/** Milliseconds in which a working gateway answers a sale and sends its notification. */
const grace = 30_000;
/** The number of sales in a row that are no coincidence. */
const salesInRow = 3;
/** The sales that are read, to find three with an answer, and three that succeeded. */
const answersRead = 20;
const salesRead = 300;

/** Codes of refusals at the address of an attempt. Strangers can cause the others. */
const codesAtValidAddress: readonly RefusalCode[] = [
  "malformed",
  "unsigned",
  "mismatch",
  "foreign",
  "sender",
];

/** What was read of the store already. */
interface GatewayActivity {
  readonly activities: readonly LastActivity[];
  /** ISO instant in UTC. */
  readonly lastNotificationAt: string | undefined;
  readonly tenants?: readonly string[] | undefined;
}

/**
 * Returns what is wrong with the gateway, as the store shows it. Reads no attempt of the time before the last verified notification, besides
 * the newest 20. @throws PayIndexError `store_unavailable`
 */
export async function findGatewayProblems<Tx>(
  { store, platform }: Pick<EngineContext<Tx>, "store" | "platform">,
  { activities, lastNotificationAt, tenants }: GatewayActivity,
): Promise<GatewayProblem[]> {
  const last = new Date(lastNotificationAt ?? 0);
  const before = new Date(platform.now().getTime() - grace);
  const readAttempts = async (from: Date, limit: number) => {
    const read = { states: attemptStates, tenants, period: { from, before }, limit };
    return (await store.listAttempts(read)).map(({ attempt }) => attempt);
  };
  const answers = (await readAttempts(new Date(0), answersRead)).flatMap((each) => responseOf(each) ?? []);
  const newest = answers.slice(0, salesInRow);
  const isSilent = newest.length === salesInRow && newest.every(({ outcome }) => outcome === "unknown");
  const problems: GatewayProblem[] = isSilent ? ["no-answers"] : [];
  if (last >= before) return problems;
  if (isRefused(activities, last)) return ["notifications-refused", ...problems];
  const succeeded = (await readAttempts(last, salesRead)).filter((each) => isSuccessful(each, before));
  return succeeded.length < salesInRow ? problems : [...problems, "no-notifications"];
}

function isRefused(activities: readonly LastActivity[], since: Date): boolean {
  return codesAtValidAddress.some((code) =>
    activities.some(({ name, at }) => name === `refused-${code}` && at > since),
  );
}

/** Returns whether the gateway, or the buyer's browser, reported a success by then. No state follows from this. */
function isSuccessful(attempt: Attempt, before: Date): boolean {
  const answer = responseOf(attempt);
  if (answer?.pays === true) return false;
  const hint = attempt.returnHints?.find(({ result }) => result === "succeeded");
  const inquiry = attempt.facts.find((fact) => fact.source === "inquiry" && fact.state === "paid");
  return [answer?.outcome === "approved" ? answer : undefined, hint, inquiry].some(
    (found) => found !== undefined && new Date(found.at) < before,
  );
}
