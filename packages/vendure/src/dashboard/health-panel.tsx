import { backlogText } from "@pay-index/core/staff";
import {
  FullWidthPageBlock,
  Page,
  PageLayout,
  PageTitle,
  useLocalFormat,
  useQuery,
} from "@vendure/dashboard";
import type { ReactNode } from "react";
import { fetchHealth, type Health, type HealthAndCapabilities } from "./overview-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

/** How the gateway works, and what it cannot do. */
export function HealthPanel() {
  const { page, health } = useStaffTexts();
  const { data, isError } = useQuery({
    queryKey: ["pay-index", "health"],
    queryFn: fetchHealth,
    refetchInterval: 60_000,
  });
  return (
    <Page pageId="pay-index-health">
      <PageTitle>{health.title}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-health">
          <div className="space-y-6 text-sm wrap-anywhere" data-testid="pay-index-health">
            {isError && <p role="alert">{health.loadFailed}</p>}
            {!isError && data === undefined && <p className="text-muted-foreground">{page.loading}</p>}
            {!isError && data !== undefined && (
              <>
                <Problems {...data.payIndexHealth} />
                <Facts {...data.payIndexHealth} />
                <Warnings {...data.payIndexHealth} />
                <Capabilities {...data} />
              </>
            )}
          </div>
        </FullWidthPageBlock>
      </PageLayout>
    </Page>
  );
}

function Problems({ problems }: Health) {
  const { health } = useStaffTexts();
  if (problems.length === 0) return <p role="status">{health.noProblems}</p>;
  return (
    <ul className="list-disc space-y-1 ps-5 font-semibold">
      {problems.map((problem) => (
        <li key={problem} data-problem={problem}>
          {health.problems[toCoreName(problem)]}
        </li>
      ))}
    </ul>
  );
}

function Facts({
  notifyUrl,
  disputeWebhooks,
  lastNotificationAt,
  refusals,
  notVerified,
  lastSweepAt,
  overdueJobs,
  reviewItems,
}: Health) {
  const words = useStaffTexts();
  const { health, page } = words;
  const { formatDate } = useLocalFormat();
  const time = (at: string) => formatDate(at, { dateStyle: "medium", timeStyle: "short" });
  const reasons: Readonly<Record<string, string>> = health.refusals;
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr] sm:gap-y-3">
      <Fact name={health.notifyUrl}>
        <code>{notifyUrl}</code>
        <p className="text-muted-foreground">{health.notifyUrlMeaning}</p>
      </Fact>
      {disputeWebhooks.length > 0 && (
        <Fact name={health.disputeWebhook}>
          {disputeWebhooks.map(({ merchantId, url }) => (
            <p key={url} data-dispute-webhook={merchantId}>
              {page.merchant} {merchantId}: <code>{url}</code>
            </p>
          ))}
          <p className="text-muted-foreground">{health.disputeWebhookMeaning}</p>
        </Fact>
      )}
      <Fact name={health.lastNotification}>
        {lastNotificationAt === null ? health.noNotification : time(lastNotificationAt)}
      </Fact>
      <Fact name={health.lastRefusals}>
        {refusals.length === 0 && health.noRefusal}
        {refusals.map(({ code, at }) => (
          <p key={code}>
            {time(at)}: {reasons[code] ?? code}
          </p>
        ))}
        {notVerified !== null && <p data-not-verified>{notVerified}</p>}
      </Fact>
      <Fact name={health.lastSweep}>{lastSweepAt === null ? health.noSweep : time(lastSweepAt)}</Fact>
      {overdueJobs !== null && <Fact name={health.overdueJobs}>{backlogText(words, overdueJobs, time)}</Fact>}
      {reviewItems !== null && <Fact name={health.openItems}>{backlogText(words, reviewItems, time)}</Fact>}
    </dl>
  );
}

function Warnings({ startWarnings }: Health) {
  const { health } = useStaffTexts();
  if (startWarnings.length === 0) return null;
  return (
    <section className="space-y-2">
      <h2 className="text-base font-semibold">{health.startWarnings}</h2>
      <ul className="list-disc space-y-1 ps-5">
        {startWarnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <code>{code}</code>: {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Capabilities({ payIndexCapabilities }: HealthAndCapabilities) {
  const { page, capabilities } = useStaffTexts();
  const texts: Readonly<Record<string, { readonly title: string; readonly instead: string }>> = capabilities;
  const missing = payIndexCapabilities.filter(({ supported }) => !supported);
  return (
    <section className="space-y-2">
      <h2 className="text-base font-semibold">{page.capabilities}</h2>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr] sm:gap-y-3">
        {missing.map(({ name, instead }) => {
          const words = texts[toCoreName(name)];
          return (
            <Fact key={name} name={words?.title ?? name}>
              {words?.instead ?? instead}
            </Fact>
          );
        })}
      </dl>
    </section>
  );
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="mb-2 sm:mb-0">{children}</dd>
    </>
  );
}
