export { type ChildProgram, runChildProgram } from "./child-program.ts";
export {
  createExampleAttempt,
  createExampleInboxEntry,
  createExampleJob,
  createExampleLink,
  createExamplePaymentChange,
  createExampleReviewItem,
  exampleClaim,
  exampleOutcome,
  examplePaymentKey,
} from "./example-rows.ts";
export { createShopFilePath } from "./shop-file-path.ts";
