import { isConnectionFailure, type Platform, waitAtMost } from "../platform.ts";
import type { FormField } from "./signature/request-sign.ts";

/** Bytes, after decompression. An honest answer has a few hundred. */
const responseLimit = 65_536;

/** Why a form has no readable answer. */
export type NoAnswerReason =
  | "timeout"
  /** No connection was made, so the gateway did not receive the form. */
  | "not_connected"
  /** The connection failed after it was made. */
  | "network"
  | "http_status"
  | "http_redirect"
  | "too_large";

/** The body of an HTTP 200 answer, or why there is none. `httpStatus`: if an answer arrived. */
export type FormAnswer =
  | { readonly outcome: "body"; readonly body: string; readonly httpStatus: number }
  | NoAnswer;

/** Why a form has no readable answer. `httpStatus`: if an answer arrived. */
export type NoAnswer = {
  readonly outcome: "unknown";
  readonly reason: NoAnswerReason;
  readonly httpStatus?: number;
};

export interface PostFormInput {
  readonly url: string;
  readonly form: readonly FormField[];
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
}

/** Sends one POST. Never repeats it, and follows no redirect. Never throws. */
export async function postForm(platform: Platform, post: PostFormInput): Promise<FormAnswer> {
  const stop = new AbortController();
  const answer = await waitAtMost(platform, post.timeout, sendForm(platform, post, stop.signal));
  stop.abort();
  return answer ?? { outcome: "unknown", reason: "timeout" };
}

async function sendForm(
  platform: Platform,
  { url, form }: PostFormInput,
  signal: AbortSignal,
): Promise<FormAnswer> {
  try {
    const response = await platform.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: encodeForm(form),
      redirect: "manual",
      signal,
    });
    return await readResponse(response);
  } catch (error) {
    return { outcome: "unknown", reason: isConnectionFailure(error) ? "not_connected" : "network" };
  }
}

async function readResponse(response: Response): Promise<FormAnswer> {
  const { status: httpStatus, ok } = response;
  if (httpStatus >= 300 && httpStatus < 400)
    return { outcome: "unknown", reason: "http_redirect", httpStatus };
  if (!ok) return { outcome: "unknown", reason: "http_status", httpStatus };
  const body = await readLimited(response);
  return body === undefined
    ? { outcome: "unknown", reason: "too_large", httpStatus }
    : { outcome: "body", body, httpStatus };
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
