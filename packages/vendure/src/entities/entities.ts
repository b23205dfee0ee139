import { PayIndexMerchant, PayIndexRequestWindow, PayIndexSecret } from "./installation-entities.ts";
import { PayIndexJob, PayIndexReviewItem } from "./job-entities.ts";
import {
  PayIndexAttempt,
  PayIndexCycle,
  PayIndexNotification,
  PayIndexPayment,
  PayIndexTransaction,
} from "./payment-entities.ts";

export const entities = [
  PayIndexPayment,
  PayIndexAttempt,
  PayIndexCycle,
  PayIndexTransaction,
  PayIndexNotification,
  PayIndexJob,
  PayIndexReviewItem,
  PayIndexSecret,
  PayIndexMerchant,
  PayIndexRequestWindow,
];
