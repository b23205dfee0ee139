export { type ReturnHint, readBuyerReturn } from "../protocol/buyer-return.ts";
export {
  type MessageType,
  type MessageTypeRule,
  messageTypeOf,
  messageTypeRules,
} from "../protocol/messages/message-types.ts";
export { type VerifiedMessage, verifyMessage } from "../protocol/messages/verify-message.ts";
export {
  decodeNotificationBody,
  type HostFailureCode,
  type NotificationBody,
  notificationBodyLimit,
} from "../protocol/notification/notification-body.ts";
export {
  type HttpReply,
  httpStatusByRefusalCode,
  NotificationRefusal,
  okReply,
  type RefusalCode,
  refusalReply,
} from "../protocol/notification/notification-refusal.ts";
export {
  type ExpectedNotification,
  type Notification,
  notificationDigest,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
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
  documentedOperations,
  type MerchantAndAttemptId,
  type OperationName,
  type OperationPathAndSignedFields,
  type OperationSigning,
  type RefundFormInput,
} from "../protocol/operations/operation-form.ts";
export type {
  ExpectedReply,
  UndecidedReply,
  UnverifiedReason,
} from "../protocol/operations/operation-replies.ts";
export {
  type CancelReply,
  type QueryReply,
  type QueryReport,
  type RefundQueryReply,
  type RefundReply,
  type ReportedRefund,
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
  type TradeState,
  tradeStates,
} from "../protocol/operations/operation-replies.ts";
export { encodeForm, type NoAnswerReason } from "../protocol/post-form.ts";
export { CardDetails, type CardInput } from "../protocol/sale/card.ts";
export { type CheckedSale, checkSale } from "../protocol/sale/sale.ts";
export { buildSaleForm, type SaleFormAttempt, type SaleSettings } from "../protocol/sale/sale-form.ts";
export {
  type AllowedSigns,
  defaultSignRules,
  type KeyRing,
  type MessageFields,
  type SignRule,
  type SignVerdict,
  signRules,
} from "../protocol/signature/notification-sign.ts";
export type { FormField } from "../protocol/signature/request-sign.ts";
export { signRequest } from "../protocol/signature/request-sign.ts";
export {
  readSaleResponse,
  type SaleOutcome,
  type SaleSubmission,
  type SentUrlTokens,
  saleUrl,
  submitSale,
  type UnknownSaleOutcomeReason,
} from "../protocol/submit-sale.ts";
export { Secret } from "../secret.ts";
