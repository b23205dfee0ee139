import type { GatewayHealth } from "@pay-index/core";
import type { Backlog } from "@pay-index/core/store";

export type HealthView = ReturnType<typeof toHealthView>;

export function toHealthView(health: GatewayHealth) {
  return {
    problems: health.problems,
    notify_url: health.notifyUrl,
    dispute_webhooks: health.disputeWebhooks.map(({ merchantId, url }) => ({ merchant_id: merchantId, url })),
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
