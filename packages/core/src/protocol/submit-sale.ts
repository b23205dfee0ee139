import { isConnectionFailure, type Platform, withTimeout } from "../platform.ts";
import { readSaleResponse, type SaleOutcome, type SentTokens, type UnknownReason } from "./sale-response.ts";
import type { FormField } from "./signature/signing-text.ts";

/** Bytes, after decompression. An honest answer has a few hundred. */
const responseLimit = 65_536;

export interface SaleSubmission {
  /** The gateway's base address; `/pay_index` is added (REQ-URL). */
  readonly gateway: string;
  readonly form: readonly FormField[];
  readonly sent: SentTokens;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
}

/**
 * Sends one POST. Never repeats it, and follows no redirect. Never throws: every problem is an outcome, and an unclear
 * one is `unknown`.
 */
export async function submitSale(platform: Platform, submission: SaleSubmission): Promise<SaleOutcome> {
  const stop = new AbortController();
  const answer = await withTimeout(platform, submission.timeout, sendForm(platform, submission, stop.signal));
  stop.abort();
  return answer ?? unknownOutcome("timeout");
}

async function sendForm(
  platform: Platform,
  submission: SaleSubmission,
  signal: AbortSignal,
): Promise<SaleOutcome> {
  try {
    const response = await platform.fetch(saleUrl(submission.gateway), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: encodeForm(submission.form),
      redirect: "manual",
      signal,
    });
    return withHttpStatus(await readHttpResponse(response, submission.sent), response.status);
  } catch (error) {
    return unknownOutcome(isConnectionFailure(error) ? "not_connected" : "network");
  }
}

async function readHttpResponse(response: Response, sent: SentTokens): Promise<SaleOutcome> {
  if (response.status >= 300 && response.status < 400) return unknownOutcome("http_redirect");
  if (!response.ok) return unknownOutcome("http_status");
  const body = await readLimited(response);
  return body === undefined ? unknownOutcome("too_large") : readSaleResponse(body, sent);
}

/** Adds the HTTP status to the outcomes that the shop must investigate. */
function withHttpStatus(outcome: SaleOutcome, httpStatus: number): SaleOutcome {
  const isFailure = outcome.outcome === "rejected" || outcome.outcome === "unknown";
  return isFailure ? { ...outcome, httpStatus } : outcome;
}

export function saleUrl(gateway: string): string {
  return `${gateway.replace(/\/+$/, "")}/pay_index`;
}

/** `application/x-www-form-urlencoded`, in UTF-8 (REQ-ENCODING). */
export function encodeForm(form: readonly FormField[]): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of form) encoded.append(name, value);
  return encoded.toString();
}

async function readLimited(response: Response): Promise<string | undefined> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > responseLimit) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function unknownOutcome(reason: UnknownReason): SaleOutcome {
  return { outcome: "unknown", reason };
}
