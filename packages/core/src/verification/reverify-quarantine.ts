import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { NotificationRefusal } from "../protocol/notification/notification-refusal.ts";
import { namesAnotherAttempt, verifyReceivedNotification } from "./verify-received-notification.ts";

/**
 * Verifies the quarantined notifications of an attempt again, after a change of keys or sign rules. A notification that
 * verifies now keeps its time of arrival. Returns the ids of these notifications.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function releaseVerifiedNotifications<Tx>(
  engine: EngineContext<Tx>,
  attempt: Attempt,
): Promise<string[]> {
  const released: string[] = [];
  for (const { id, at, fields } of attempt.quarantine) {
    const receivedAt = new Date(at);
    try {
      const entry = await verifyReceivedNotification(engine, {
        attempt,
        fields: new Map(Object.entries(fields)),
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
