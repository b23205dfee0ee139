import { installationEntities } from "./installation-entities.ts";
import { jobEntities } from "./job-entities.ts";
import { paymentEntities } from "./payment-entities.ts";
import { PayIndexPendingRefund } from "./pending-refund-entity.ts";

/** The tables that core's statements need. */
export const coreEntities = [...paymentEntities, ...jobEntities, ...installationEntities];

export const pluginEntities = [...coreEntities, PayIndexPendingRefund];
