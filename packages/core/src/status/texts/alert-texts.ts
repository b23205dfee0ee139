import type { AlertKind } from "../../payment/alert.ts";
import type { InAnyLanguage } from "./in-any-language.ts";

/** The texts of alerts for staff. */
export const englishAlertTexts = {
  subjects: {
    "review-item-opened": "New review items: {count}",
    "review-item-overdue": "Overdue review items: {count}",
    "review-item-resolved": "Resolved review items: {count}",
    "gateway-unhealthy": "The gateway has a problem with {merchants} since {since}",
    "gateway-recovered": "The gateway works again with {merchants} since {since}",
    digest: "{day}: open review items: {count}",
  } satisfies Record<AlertKind, string>,
  merchant: "merchant {merchant}",
  merchants: "{count} merchants",
  oldest: "The oldest: {since}",
  item: "- {title}: {reference} ({tenant}, gateway order ID {attemptId})",
  more: "- and {count} more",
} as const;

export const chineseAlertTexts: InAnyLanguage<typeof englishAlertTexts> = {
  subjects: {
    "review-item-opened": "新的待审核事项：{count}",
    "review-item-overdue": "逾期的待审核事项：{count}",
    "review-item-resolved": "已解决的待审核事项：{count}",
    "gateway-unhealthy": "{merchants}的网关自 {since} 起出现问题",
    "gateway-recovered": "{merchants}的网关自 {since} 起恢复正常",
    digest: "{day}：未解决的待审核事项：{count}",
  },
  merchant: "商户 {merchant} ",
  merchants: "{count} 个商户",
  oldest: "最早的始于 {since}",
  item: "- {title}：{reference}（{tenant}，网关订单号 {attemptId}）",
  more: "- 以及另外 {count} 项",
};
