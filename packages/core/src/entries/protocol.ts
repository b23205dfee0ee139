export { type ReturnHint, readBuyerReturn } from "../protocol/buyer-return.ts";
export { type HttpReply, okReply, refusalReply } from "../protocol/notification/http-reply.ts";
export { type Notification, notificationDigest } from "../protocol/notification/notification.ts";
export {
  decodeNotificationBody,
  type HostFailureCode,
  type NotificationBody,
  notificationBodyLimit,
} from "../protocol/notification/notification-body.ts";
export {
  NotificationRefusal,
  type RefusalCode,
  refusalStatus,
} from "../protocol/notification/notification-refusal.ts";
export {
  type ExpectedNotification,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
export { CardDetails, type CardInput } from "../protocol/sale/card.ts";
export { type CheckedSale, checkSale } from "../protocol/sale/sale.ts";
export { buildSaleForm, type SaleFormAttempt, type SaleSettings } from "../protocol/sale/sale-form.ts";
export {
  readSaleResponse,
  type SaleOutcome,
  type SentTokens,
  type UnknownReason,
} from "../protocol/sale-response.ts";
export {
  defaultSignRules,
  type KeyRing,
  type SignRule,
  signRules,
} from "../protocol/signature/notification-sign.ts";
export { signRequest } from "../protocol/signature/request-sign.ts";
export type { FormField } from "../protocol/signature/signing-text.ts";
export { encodeForm, type SaleSubmission, saleUrl, submitSale } from "../protocol/submit-sale.ts";
export { Secret } from "../secret.ts";
