/**
 * What an admin says to staff about payments: plain data for the pages of a host's own admin, without the ledger and without Node.
 * By a door of its own, `@pay-index/core/staff`.
 */
export { isItemOutdated, itemClosed } from "../ledger/outdated-item.ts";
export { decisionsOn, namesCycle } from "../ledger/remedy.ts";
export type { RetryResult } from "../ledger/retry.ts";
export type { Phrase } from "../payment/phrases.ts";
export { staffWordsInChinese } from "./chinese.ts";
export { fieldOfRefusal, type RefusedField, refusalLine, refusalText } from "./refusal.ts";
export { meaningOf, retryText, type StoryLine, stateText, story, titleOf } from "./story.ts";
export { type StaffWords, staffWords } from "./words.ts";
