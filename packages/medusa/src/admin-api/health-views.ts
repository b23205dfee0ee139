import type { GatewayHealth } from "@pay-index/core";
import type { Backlog } from "@pay-index/core/store";

export type HealthView = ReturnType<typeof toHealthView>;

/** Without the right to change settings, the view lacks the dispute webhooks, because they contain secret tokens. */
export function toHealthView(health: GatewayHealth, { mayChangeSettings }: { mayChangeSettings: boolean }) {
  const webhooks = mayChangeSettings ? health.disputeWebhooks : [];
  return {
    problems: health.problems,
    notify_url: health.notifyUrl,
    dispute_webhooks: webhooks.map(({ merchantId, url }) => ({ merchant_id: merchantId, url })),
    last_notification_at: health.lastNotificationAt ?? null,
    refusals: health.refusals,
    not_verified: health.notVerified ?? null,
    last_sweep_at: health.lastSweepAt ?? null,
    start_warnings: health.startWarnings,
    overdue_jobs: toBacklogView(health.overdueJobs),
    review_items: toBacklogView(health.reviewItems),
  };
}

function toBacklogView({ count, hasMore, oldestAt }: Backlog) {
  return { count, has_more: hasMore, oldest_at: oldestAt ?? null };
}
