import type { AlertSettings } from "../options/alerts-schema.ts";
import type { AlertText, MerchantProblems, StoredAlert } from "../payment/alert.ts";
import { englishStaffTexts, type StaffTexts } from "./texts/en.ts";
import { reviewItemTitle } from "./texts/staff-text.ts";
import { chineseStaffTexts } from "./texts/zh.ts";
import { fillText } from "./timeline-phrases.ts";

const textsByLocale: Readonly<Record<AlertSettings["locale"], StaffTexts>> = {
  en: englishStaffTexts,
  zh: chineseStaffTexts,
};

/** Returns the subject and the text of an alert. */
export function alertText(
  alert: StoredAlert,
  { locale, staffUrl }: Pick<AlertSettings, "locale" | "staffUrl">,
): AlertText {
  const words = textsByLocale[locale];
  const subject = subjectOf(words, alert);
  const problems = "merchants" in alert ? alert.merchants.flatMap((each) => problemLines(words, each)) : [];
  const lines = alert.kind === "gateway-recovered" ? [] : problems;
  const items = "items" in alert ? itemLines(words, alert) : [];
  return {
    subject,
    text: [subject, ...lines, ...items, ...(staffUrl === undefined ? [] : [staffUrl])].join("\n"),
  };
}

function subjectOf({ alerts: { subjects, ...words } }: StaffTexts, alert: StoredAlert): string {
  const subject = subjects[alert.kind];
  switch (alert.kind) {
    case "review-item-opened":
    case "review-item-overdue":
    case "review-item-resolved":
      return fillText(subject, { count: alert.count });
    case "gateway-unhealthy":
    case "gateway-recovered": {
      const [merchant] = alert.merchants;
      const { count, since } = alert;
      const merchants =
        count === 1 && merchant !== undefined
          ? fillText(words.merchant, { merchant: merchantLabel(merchant) })
          : fillText(words.merchants, { count });
      return fillText(subject, { merchants, since });
    }
    case "digest":
      return fillText(subject, { day: alert.day, count: `${alert.count}${alert.hasMore ? "+" : ""}` });
  }
}

function merchantLabel({ merchantId, tenant }: MerchantProblems): string {
  return `${merchantId} (${tenant})`;
}

function problemLines({ health }: StaffTexts, merchant: MerchantProblems): string[] {
  return merchant.problems.map((problem) => `- ${merchantLabel(merchant)}: ${health.problems[problem]}`);
}

type WithItems = Extract<StoredAlert, { readonly items: unknown }>;

function itemLines(words: StaffTexts, { since, items, count }: Pick<WithItems, "since" | "items" | "count">) {
  const { oldest, item, more } = words.alerts;
  const named = items.map(({ kind, code, ...about }) => {
    const title = reviewItemTitle(words, { kind, problemCode: code, cycle: about.cycle });
    return fillText(item, { ...about, title });
  });
  const rest = count > items.length ? [fillText(more, { count: count - items.length })] : [];
  return [...(since === undefined ? [] : [fillText(oldest, { since })]), ...named, ...rest];
}
