import { installationEntities } from "./installation-entities.ts";
import { jobEntities } from "./job-entities.ts";
import { paymentEntities } from "./payment-entities.ts";

export const entities = [...paymentEntities, ...jobEntities, ...installationEntities];
