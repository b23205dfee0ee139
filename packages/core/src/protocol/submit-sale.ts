import type { Platform } from "../platform.ts";
import { type FormAnswer, postForm } from "./post-form.ts";
import { readSaleResponse, type SaleOutcome, type SentUrlTokens } from "./sale-response.ts";
import type { FormField } from "./signature/signing-text.ts";

export interface SaleSubmission {
  /** The gateway's base address; `/pay_index` is added (REQ-URL). */
  readonly gateway: string;
  readonly form: readonly FormField[];
  readonly sent: SentUrlTokens;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
}

/**
 * Sends one POST. Never repeats it, and follows no redirect. Never throws: every problem is an outcome, and an unclear
 * one is `unknown`.
 */
export async function submitSale(platform: Platform, submission: SaleSubmission): Promise<SaleOutcome> {
  const { gateway, form, sent, timeout } = submission;
  return readAnswer(await postForm(platform, { url: saleUrl(gateway), form, timeout }), sent);
}

/** Adds the HTTP status to the outcomes that the shop must investigate. */
function readAnswer(answer: FormAnswer, sent: SentUrlTokens): SaleOutcome {
  if (answer.outcome === "unknown") return answer;
  const outcome = readSaleResponse(answer.body, sent);
  const isFailure = outcome.outcome === "rejected" || outcome.outcome === "unknown";
  return isFailure ? { ...outcome, httpStatus: answer.httpStatus } : outcome;
}

export function saleUrl(gateway: string): string {
  return `${gateway.replace(/\/+$/, "")}/pay_index`;
}
