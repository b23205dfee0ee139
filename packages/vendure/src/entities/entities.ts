import { installationEntities } from "./installation-entities.ts";
import { jobAndReviewItemEntities } from "./job-and-review-item-entities.ts";
import { paymentEntities } from "./payment-entities.ts";
import { PayIndexPendingRefund } from "./pending-refund-entity.ts";

/** The tables that core's statements need. */
export const coreEntities = [...paymentEntities, ...jobAndReviewItemEntities, ...installationEntities];

export const pluginEntities = [...coreEntities, PayIndexPendingRefund];
