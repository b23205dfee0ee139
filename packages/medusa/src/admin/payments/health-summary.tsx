import { Text } from "@medusajs/ui";
import { backlogText } from "@pay-index/core/staff";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { HealthView } from "../../admin-api/health-views.ts";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";

/** The notify address, what arrived last, and what waits. */
export function HealthSummary({ view }: Readonly<{ view: HealthView }>) {
  const words = useStaffTexts();
  const { health, page } = words;
  const format = useInstantFormat();
  const at = (instant: string) => format(instant, "short");
  const backlog = ({ count, has_more, oldest_at }: HealthView["review_items"]) =>
    backlogText(words, { count, hasMore: has_more, oldestAt: oldest_at }, at);
  const { last_notification_at: notifiedAt, last_sweep_at: sweptAt } = view;
  return (
    <dl className="divide-y">
      <Fact label={health.notifyUrl}>
        <code className="break-all">{view.notify_url}</code>
        <Text size="small" className="text-ui-fg-subtle">
          {health.notifyUrlMeaning}
        </Text>
      </Fact>
      {view.dispute_webhooks.length > 0 && (
        <Fact label={health.disputeWebhook}>
          {view.dispute_webhooks.map(({ merchant_id: merchant, url }) => (
            <div key={merchant} data-dispute-webhook={merchant}>
              {page.merchant} {merchant}: <code className="break-all">{url}</code>
            </div>
          ))}
          <Text size="small" className="text-ui-fg-subtle">
            {health.disputeWebhookMeaning}
          </Text>
        </Fact>
      )}
      <Fact label={health.lastNotification}>
        {notifiedAt === null ? health.noNotification : at(notifiedAt)}
      </Fact>
      <Fact label={health.lastRefusals}>
        {view.refusals.length === 0
          ? health.noRefusal
          : view.refusals.map((refusal) => (
              <div key={refusal.code} data-refusal={refusal.code}>
                {at(refusal.at)}: {health.refusals[refusal.code]}
              </div>
            ))}
        {view.not_verified !== null && <div data-not-verified>{view.not_verified}</div>}
      </Fact>
      <Fact label={health.lastSweep}>{sweptAt === null ? health.noSweep : at(sweptAt)}</Fact>
      <Fact label={health.overdueJobs}>{backlog(view.overdue_jobs)}</Fact>
      <Fact label={health.openItems}>
        {backlog(view.review_items)}
        {view.review_items.count > 0 && (
          <div>
            <Link to="/pay-index/review-items" className="text-ui-fg-base underline">
              {page.openQueue}
            </Link>
          </div>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: Readonly<{ label: string; children: ReactNode }>) {
  return (
    <div className="flex flex-col gap-y-1 px-6 py-4">
      <dt className="txt-small-plus">{label}</dt>
      <dd className="txt-small min-w-0 break-words">{children}</dd>
    </div>
  );
}
