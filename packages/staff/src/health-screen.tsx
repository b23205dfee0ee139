import type { StaffTexts } from "@pay-index/core/staff";
import type { StaffHealth } from "@pay-index/server/staff";
import { useQuery } from "@tanstack/react-query";
import type { Fact } from "./kit.ts";
import { Instant, Loaded } from "./list-parts.tsx";
import { Backlog, useBacklogText } from "./open-items.tsx";
import { useStaff } from "./staff-provider.tsx";

/** How the gateway works: what is wrong, what waits, and what the payments cannot do. */
export function HealthScreen() {
  const { kit, client, words } = useStaff();
  const { health } = words;
  const query = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => client.health(signal),
    refetchInterval: 60_000,
  });
  return (
    <kit.Page title={health.title} testId="pay-index-health">
      <Loaded query={query} failed={health.loadFailed}>
        {(view) => (
          <>
            <Problems {...view} />
            <HealthFacts {...view} />
          </>
        )}
      </Loaded>
      <MissingCapabilities />
    </kit.Page>
  );
}

/** What staff must look at, and the warnings from the start of the shop. */
function Problems({ problems, startWarnings }: StaffHealth) {
  const { kit, words } = useStaff();
  const { health } = words;
  return (
    <kit.Section>
      {problems.length === 0 ? (
        <div role="status">
          <kit.Badge tone="good">{health.noProblems}</kit.Badge>
        </div>
      ) : (
        <kit.List>
          {problems.map((problem) => (
            <kit.ListItem key={problem} data={{ "data-problem": problem }}>
              <kit.Text look="bad">{health.problems[problem]}</kit.Text>
            </kit.ListItem>
          ))}
        </kit.List>
      )}
      {startWarnings.length > 0 && (
        <kit.Stack isClose>
          <kit.Text look="strong">{health.startWarnings}</kit.Text>
          <kit.List label={health.startWarnings}>
            {startWarnings.map(({ code, message }) => (
              <kit.ListItem key={`${code} ${message}`} data={{ "data-warning": code }}>
                <kit.Text lang="en">{message}</kit.Text>
              </kit.ListItem>
            ))}
          </kit.List>
        </kit.Stack>
      )}
    </kit.Section>
  );
}

/** The notify address, what arrived last, and what waits. */
function HealthFacts(view: StaffHealth) {
  const { kit, words } = useStaff();
  const { health } = words;
  const { lastNotificationAt, lastSweepAt, overdueJobs, reviewItems } = view;
  const backlog = useBacklogText();
  const facts: (Fact | false)[] = [
    {
      name: health.notifyUrl,
      value: (
        <>
          <code>{view.notifyUrl}</code>
          <kit.Text look="muted">{health.notifyUrlMeaning}</kit.Text>
        </>
      ),
    },
    view.disputeWebhooks.length > 0 && { name: health.disputeWebhook, value: <DisputeWebhooks {...view} /> },
    {
      name: health.lastNotification,
      value: lastNotificationAt === null ? health.noNotification : <Instant at={lastNotificationAt} />,
    },
    { name: health.lastRefusals, value: <Refusals {...view} /> },
    { name: health.lastSweep, value: lastSweepAt === null ? health.noSweep : <Instant at={lastSweepAt} /> },
    overdueJobs !== null && { name: health.overdueJobs, value: backlog(overdueJobs) },
    reviewItems !== null && { name: health.openItems, value: <Backlog of={reviewItems} /> },
  ];
  return (
    <kit.Section>
      <kit.Facts facts={facts.filter((fact) => fact !== false)} />
    </kit.Section>
  );
}

function DisputeWebhooks({ disputeWebhooks }: StaffHealth) {
  const { kit, words } = useStaff();
  return (
    <>
      {disputeWebhooks.map(({ merchantId, url }) => (
        <kit.Text key={url} data={{ "data-dispute-webhook": merchantId }}>
          {words.page.merchant} {merchantId}: <code>{url}</code>
        </kit.Text>
      ))}
      <kit.Text look="muted">{words.health.disputeWebhookMeaning}</kit.Text>
    </>
  );
}

function Refusals({ refusals, notVerified }: StaffHealth) {
  const { kit, words } = useStaff();
  const reasons: Readonly<Record<string, string>> = words.health.refusals;
  if (refusals.length === 0 && notVerified === null) return words.health.noRefusal;
  return (
    <>
      {refusals.map(({ code, at }) => (
        <kit.Text key={code} data={{ "data-refusal": code }}>
          <Instant at={at} />: {reasons[code] ?? code}
        </kit.Text>
      ))}
      {notVerified !== null && <kit.Text>{notVerified}</kit.Text>}
    </>
  );
}

/** What the payments cannot do, and how to do it by hand. Empty until the shop has answered. */
function MissingCapabilities() {
  const { kit, words, capabilities } = useStaff();
  // The shop can have another version than this page.
  const texts: Readonly<
    Partial<Record<string, StaffTexts["capabilities"][keyof StaffTexts["capabilities"]]>>
  > = words.capabilities;
  const missing = capabilities.filter(({ supported }) => !supported);
  if (missing.length === 0) return null;
  return (
    <kit.Section title={words.page.capabilities} testId="pay-index-capabilities">
      <kit.Facts
        facts={missing.map(({ name, instead }) => ({
          name: texts[name]?.title ?? name,
          value: texts[name]?.instead ?? instead,
          data: { "data-capability": name },
        }))}
      />
    </kit.Section>
  );
}
