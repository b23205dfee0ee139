import { isNotConnected, type Platform, within } from "./platform.ts";
import { readSaleResponse, type SaleOutcome, type SentTokens, type UnknownReason } from "./sale/response.ts";
import type { Field } from "./signature/signing-text.ts";

/** Bytes, after decompression. An honest answer has a few hundred. */
const answerLimit = 65_536;

export interface Submission {
  /** The gateway's base address; `/pay_index` is added (REQ-URL). */
  readonly gateway: string;
  readonly form: readonly Field[];
  readonly sent: SentTokens;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
}

/**
 * One POST, never repeated, no redirect followed. Whatever happens is an outcome: this never throws, and what it cannot
 * tell is `unknown`.
 */
export async function submitSale(platform: Platform, submission: Submission): Promise<SaleOutcome> {
  const stop = new AbortController();
  const answer = await within(platform, submission.timeout, exchange(platform, submission, stop.signal));
  stop.abort();
  return answer ?? unknown("timeout");
}

async function exchange(
  platform: Platform,
  submission: Submission,
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
    return withHttpStatus(await readResponse(response, submission.sent), response.status);
  } catch (error) {
    return unknown(isNotConnected(error) ? "not_connected" : "network");
  }
}

async function readResponse(response: Response, sent: SentTokens): Promise<SaleOutcome> {
  if (response.status >= 300 && response.status < 400) return unknown("http_redirect");
  if (!response.ok) return unknown("http_status");
  const body = await readLimited(response);
  return body === undefined ? unknown("too_large") : readSaleResponse(body, sent);
}

/** Adds the HTTP status to the outcomes that somebody at the shop has to investigate. */
function withHttpStatus(outcome: SaleOutcome, httpStatus: number): SaleOutcome {
  const isFailure = outcome.outcome === "rejected" || outcome.outcome === "unknown";
  return isFailure ? { ...outcome, httpStatus } : outcome;
}

export function saleUrl(gateway: string): string {
  return `${gateway.replace(/\/+$/, "")}/pay_index`;
}

/** `application/x-www-form-urlencoded`, in UTF-8 (REQ-ENCODING). */
export function encodeForm(form: readonly Field[]): string {
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
    if (size > answerLimit) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function unknown(reason: UnknownReason): SaleOutcome {
  return { outcome: "unknown", reason };
}
