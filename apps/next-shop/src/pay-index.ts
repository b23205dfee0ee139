import { createPayIndex } from "@pay-index/next";
import { options } from "./payments.ts";

/** Opened with the first request, or by instrumentation.ts. */
export const payments = createPayIndex(options);
