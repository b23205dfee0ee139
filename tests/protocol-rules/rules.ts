import { appRules } from "./areas/app.ts";
import { cycleRules } from "./areas/cycles.ts";
import { disputeRules } from "./areas/disputes.ts";
import { fieldRules } from "./areas/fields.ts";
import { messageRules } from "./areas/messages.ts";
import { moneyRules } from "./areas/money.ts";
import { notificationRules } from "./areas/notification.ts";
import { notificationSignRules } from "./areas/notification-sign.ts";
import { operationRules } from "./areas/operations.ts";
import { paymentRules } from "./areas/payments.ts";
import { planRules } from "./areas/plan.ts";
import { productRules } from "./areas/products.ts";
import { replyRules } from "./areas/reply.ts";
import { requestRules } from "./areas/request.ts";
import { responseRules } from "./areas/response.ts";
import { returnRules } from "./areas/return.ts";
import { signatureRules } from "./areas/signature.ts";
import { reviewItemRules, stateRules } from "./areas/states.ts";
import type { Rule } from "./rule-types.ts";

/** Every rule of docs/reference/protocol.md, in its order. */
export const rules: readonly Rule[] = [
  ...requestRules,
  ...fieldRules,
  ...productRules,
  ...planRules,
  ...signatureRules,
  ...responseRules,
  ...returnRules,
  ...messageRules,
  ...notificationRules,
  ...notificationSignRules,
  ...replyRules,
  ...moneyRules,
  ...stateRules,
  ...reviewItemRules,
  ...cycleRules,
  ...paymentRules,
  ...appRules,
  ...operationRules,
  ...disputeRules,
];
