import {
  PayIndexActivity,
  PayIndexMerchant,
  PayIndexRequestWindow,
  PayIndexSecret,
} from "./installation-entities.ts";
import { PayIndexJob, PayIndexReviewItem } from "./job-entities.ts";
import {
  PayIndexAttempt,
  PayIndexCycle,
  PayIndexNotification,
  PayIndexPayment,
  PayIndexReportedTransaction,
  PayIndexTransaction,
} from "./payment-entities.ts";

export const entities = [
  PayIndexPayment,
  PayIndexAttempt,
  PayIndexCycle,
  PayIndexTransaction,
  PayIndexReportedTransaction,
  PayIndexNotification,
  PayIndexJob,
  PayIndexReviewItem,
  PayIndexSecret,
  PayIndexMerchant,
  PayIndexRequestWindow,
  PayIndexActivity,
];
