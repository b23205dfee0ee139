export type { NotificationSignRuleId } from "../signature.ts";
export { diagnoseNotificationSign } from "./diagnose-notification-sign.ts";
export { diagnoseSignature } from "./diagnose-signature.ts";
export type { SigningMerchant } from "./key-variants.ts";
export type { ExpectedNotificationSign, NotificationDiagnosis } from "./notification-mismatch.ts";
export type { SignatureMismatch, SigningMistake } from "./signature-mismatch.ts";
