import type { AlertText, GatewayProblem, StoredAlert } from "../payment/alert.ts";

const problemTexts: Readonly<Record<GatewayProblem, string>> = {
  "notifications-refused":
    "A notification of the gateway was refused, and none has verified since. Check the key and the signing rules.",
  "no-answers":
    "The last three sales got no clear answer from the gateway. Check its address, its status page and your network.",
  "no-notifications":
    "Sales succeed, but no notification arrives. Check that the gateway can reach the notify address.",
};

/** @param url the staff pages, if the shop names them */
export function alertText(alert: StoredAlert, url: string | undefined): AlertText {
  const { subject, lines } = textParts(alert);
  return { subject, text: [subject, ...lines, ...(url === undefined ? [] : [url])].join("\n") };
}

function textParts(alert: StoredAlert): { readonly subject: string; readonly lines: readonly string[] } {
  switch (alert.kind) {
    case "review-item-opened":
      return { subject: `${countText(alert.count)} opened`, lines: itemLines(alert) };
    case "review-item-overdue":
      return { subject: `${countText(alert.count)} overdue`, lines: itemLines(alert) };
    case "review-item-resolved":
      return { subject: `${countText(alert.count)} resolved`, lines: itemLines(alert) };
    case "gateway-unhealthy":
      return { subject: `The gateway has a problem since ${alert.since}`, lines: problemLines(alert) };
    case "gateway-recovered":
      return { subject: `The gateway works again since ${alert.since}`, lines: [] };
    case "digest":
      return {
        subject: `${alert.day}: ${countText(alert.count, alert.hasMore)} open`,
        lines: [...problemLines(alert), ...itemLines(alert)],
      };
  }
}

function countText(count: number, hasMore = false): string {
  return `${count}${hasMore ? "+" : ""} review item${count === 1 ? "" : "s"}`;
}

type WithProblems = Extract<StoredAlert, { readonly problems: unknown }>;

function problemLines({ problems }: Pick<WithProblems, "problems">): string[] {
  return problems.map((problem) => problemTexts[problem]);
}

type WithItems = Extract<StoredAlert, { readonly items: unknown }>;

function itemLines({ since, items, count }: Pick<WithItems, "since" | "items" | "count">): string[] {
  const named = items.map(({ kind, reference, tenant, attemptId, cycle }) => {
    const order = cycle === undefined ? reference : `${reference}, cycle ${cycle}`;
    return `- ${kind}: ${order} (${tenant}, gateway order ID ${attemptId})`;
  });
  const rest = count > items.length ? [`- and ${count - items.length} more`] : [];
  return [...(since === undefined ? [] : [`The oldest: ${since}`]), ...named, ...rest];
}
