export { type ChildProgram, runChildProgram } from "./child-program.ts";
export {
  exampleChange,
  exampleClaim,
  exampleInboxEntry,
  exampleJob,
  exampleOutcome,
  examplePaymentKey,
} from "./example-rows.ts";
export { createShopFile } from "./shop-file.ts";
