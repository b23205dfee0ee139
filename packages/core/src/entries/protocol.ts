export { type ReturnHint, readBuyerReturn } from "../protocol/buyer-return.ts";
export {
  type MessageType,
  type MessageTypeRule,
  messageTypeOf,
  messageTypeRules,
} from "../protocol/messages/message-types.ts";
export { type VerifiedMessage, verifyMessage } from "../protocol/messages/verify-message.ts";
export { type HttpReply, okReply, refusalReply } from "../protocol/notification/http-reply.ts";
export { type Notification, notificationDigest } from "../protocol/notification/notification.ts";
export {
  decodeNotificationBody,
  type HostFailureCode,
  type NotificationBody,
  notificationBodyLimit,
} from "../protocol/notification/notification-body.ts";
export {
  httpStatusByRefusalCode,
  NotificationRefusal,
  type RefusalCode,
} from "../protocol/notification/notification-refusal.ts";
export {
  type ExpectedNotification,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
export { type CancelReply, readCancelReply } from "../protocol/operations/cancel-reply.ts";
export {
  type DisputeKind,
  type DisputeMessageResult,
  type DisputeNotification,
  type ExpectedDispute,
  verifyDispute,
} from "../protocol/operations/dispute-notification.ts";
export {
  buildCancelForm,
  buildQueryForm,
  buildRefundForm,
  buildRefundQueryForm,
  type MerchantAndAttemptId,
  type OperationSigning,
  type RefundFormInput,
} from "../protocol/operations/operation-form.ts";
export {
  documentedOperations,
  type OperationName,
  type OperationPathAndSignedFields,
} from "../protocol/operations/operation-paths-and-fields.ts";
export type {
  ExpectedReply,
  UndecidedReply,
  UnverifiedReason,
} from "../protocol/operations/operation-reply.ts";
export {
  type QueryReply,
  type QueryReport,
  readQueryReply,
  type TradeState,
  tradeStates,
} from "../protocol/operations/query-reply.ts";
export {
  type RefundQueryReply,
  type RefundReply,
  type ReportedRefund,
  readRefundQueryReply,
  readRefundReply,
} from "../protocol/operations/refund-reply.ts";
export { encodeForm, type NoAnswerReason } from "../protocol/post-form.ts";
export { CardDetails, type CardInput } from "../protocol/sale/card.ts";
export { type CheckedSale, checkSale } from "../protocol/sale/sale.ts";
export { buildSaleForm, type SaleFormAttempt, type SaleSettings } from "../protocol/sale/sale-form.ts";
export {
  readSaleResponse,
  type SaleOutcome,
  type SentUrlTokens,
  type UnknownSaleOutcomeReason,
} from "../protocol/sale-response.ts";
export {
  type AllowedSigns,
  defaultSignRules,
  type KeyRing,
  type MessageFields,
  type SignRule,
  type SignVerdict,
  signRules,
} from "../protocol/signature/notification-sign.ts";
export { signRequest } from "../protocol/signature/request-sign.ts";
export type { FormField } from "../protocol/signature/signing-text.ts";
export { type SaleSubmission, saleUrl, submitSale } from "../protocol/submit-sale.ts";
export { Secret } from "../secret.ts";
