export { paymentChange, sampleClaim } from "../store/rule-helpers.ts";
export {
  sampleAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleLink,
  samplePaymentKey,
  sampleReviewItem,
} from "../store/samples.ts";
export { type ChildProgram, runChildProgram } from "./child-program.ts";
export { createShopFilePath } from "./shop-file-path.ts";
