export { type ChildProgram, runChildProgram } from "./child-program.ts";
export {
  exampleAttempt,
  exampleChange,
  exampleClaim,
  exampleInboxEntry,
  exampleJob,
  exampleOutcome,
  examplePaymentKey,
  exampleReviewItem,
} from "./example-rows.ts";
export { createShopFilePath } from "./shop-file-path.ts";
