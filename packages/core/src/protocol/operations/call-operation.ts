import type { Platform } from "../../platform.ts";
import { type NoAnswer, postForm } from "../post-form.ts";
import type { FormField } from "../signature/signing-text.ts";
import type { OperationPathAndSignedFields } from "./operation-paths-and-fields.ts";
import type { ExpectedReply } from "./operation-reply.ts";

/** A call to the gateway that is no sale, and how its reply is read. */
export interface OperationCall<Reply> {
  readonly operation: OperationPathAndSignedFields;
  readonly form: readonly FormField[];
  readonly expected: ExpectedReply;
  read(body: string, expected: ExpectedReply): Reply;
}

/** Sends one call, and returns the gateway's reply, or why there is none. Never repeats it. Never throws. */
export async function callOperation<Reply>(
  platform: Platform,
  /** `timeout`: seconds. */
  { gateway, timeout }: { readonly gateway: string; readonly timeout: number },
  { operation, form, expected, read }: OperationCall<Reply>,
): Promise<Reply | NoAnswer> {
  const url = `${gateway}${operation.path}`;
  const answer = await postForm(platform, { url, form, timeout: timeout * 1000 });
  return answer.outcome === "unknown" ? answer : read(answer.body, expected);
}
