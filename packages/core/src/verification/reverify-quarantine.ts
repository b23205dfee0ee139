import { applyFacts } from "../apply/apply-facts.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import { isPayIndexError } from "../errors.ts";
import type { Attempt, UnverifiedNotification } from "../payment/attempt.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { NotificationRefusal } from "../protocol/notification/notification-refusal.ts";
import { namesAnotherAttempt, verifyReceivedNotification } from "./verify-received-notification.ts";

/**
 * Verifies the quarantined notifications of an attempt again, after a change of keys or sign rules. A notification that
 * verifies now keeps its time of arrival. Returns the ids of these notifications.
 *
 * @throws PayIndexError `store_unavailable`, `merchants_unavailable`
 */
export async function releaseVerifiedNotifications(
  engine: EngineContext,
  attempt: Attempt,
  canRelease: (entry: UnverifiedNotification) => boolean = () => true,
): Promise<string[]> {
  const released: string[] = [];
  const mayBeTaken = (entry: UnverifiedNotification) => entry.webhook !== true && canRelease(entry);
  for (const { id, at, fields } of attempt.quarantine.filter(mayBeTaken)) {
    const receivedAt = new Date(at);
    try {
      const entry = await verifyReceivedNotification(engine, {
        attempt,
        readings: [{ fields: new Map(Object.entries(fields)) }],
        receivedAt,
      });
      if (await namesAnotherAttempt(engine, entry)) continue;
      await engine.store.receive(entry);
      released.push(id);
    } catch (error) {
      if (!(error instanceof NotificationRefusal)) throw error;
    }
  }
  return released;
}

/** Milliseconds after which one process looks at all quarantined notifications again. The first look is in its first sweep. */
const lookAgainAfter = 10 * 60_000;

/**
 * Applies quarantined notifications that verify now, without staff: after a change of options or an upgrade, which start a new process, in
 * its first sweep. If the merchants come from a function, the keys can change at any time, so each sweep looks (NSIG-AGAIN).
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function applyNotificationsThatVerifyNow(
  engine: EngineContext,
): Promise<readonly ClaimedJobWithAttempt[]> {
  const { quarantineLook, platform, settings } = engine;
  const now = platform.now().getTime();
  const isDue = typeof settings.merchants === "function" || now - (quarantineLook.at ?? 0) >= lookAgainAfter;
  if (!isDue) return [];
  quarantineLook.at = now;
  const claimed: ClaimedJobWithAttempt[] = [];
  for (const item of await engine.store.listReviewItems(lookLimit, "not-verified")) {
    try {
      claimed.push(...(await applyReleased(engine, item)));
    } catch (error) {
      if (!isPayIndexError(error, "merchants_unavailable") && !isPayIndexError(error, "record_unreadable"))
        throw error;
    }
  }
  return claimed;
}

async function applyReleased(
  engine: EngineContext,
  { id: reviewItemId, attemptId, tenant, reference }: ReviewItem,
): Promise<readonly ClaimedJobWithAttempt[]> {
  const attempt = await engine.store.findAttempt(attemptId);
  if (attempt === undefined) return [];
  // A message of a sender that `notifyFrom` does not contain waits for a person.
  const released = await releaseVerifiedNotifications(engine, attempt, ({ code }) => code !== "sender");
  if (released.length === 0) return [];
  const update = { kind: "release", attemptId, released, reviewItemId } as const;
  return applyFacts(engine, { tenant, reference }, { updates: [update] });
}

/** The number of items that one sweep verifies again at most, the oldest first. */
const lookLimit = 1000;
