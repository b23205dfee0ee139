import { expect } from "vitest";
import { isPayIndexError } from "../../packages/core/src/errors.ts";
import { NotificationRefusal } from "../../packages/core/src/protocol/notification/notification-refusal.ts";
import { readCancelReply } from "../../packages/core/src/protocol/operations/cancel-reply.ts";
import { verifyDispute } from "../../packages/core/src/protocol/operations/dispute-notification.ts";
import {
  buildCancelForm,
  buildQueryForm,
  buildRefundForm,
  buildRefundQueryForm,
  type OperationSigning,
} from "../../packages/core/src/protocol/operations/operation-form.ts";
import {
  createOperationOptionSchema,
  documentedOperations,
  type OperationName,
} from "../../packages/core/src/protocol/operations/operation-paths-and-fields.ts";
import type { ExpectedReply } from "../../packages/core/src/protocol/operations/operation-reply.ts";
import { readQueryReply } from "../../packages/core/src/protocol/operations/query-reply.ts";
import {
  readRefundQueryReply,
  readRefundReply,
} from "../../packages/core/src/protocol/operations/refund-reply.ts";
import type { FormField } from "../../packages/core/src/protocol/signature/signing-text.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import type {
  DisputeExample,
  Example,
  OperationFields,
  OperationFormExample,
  OperationOptionsExample,
  OperationReplyExample,
} from "./rule-types.ts";

const key = new Secret("sandbox-hosted-key");
const keys = { current: key, previous: [] };
const subject = { merchantId: "10002", attemptId: "00000000000000000001" };

const buildForm: Readonly<
  Record<OperationName, (fields: OperationFields, signing: OperationSigning) => readonly FormField[]>
> = {
  query: (fields, signing) => buildQueryForm({ ...subject, ...fields }, signing),
  refund: ({ transactionId = "", paid = 0, amount = 0, currency = "", reason = "" }, signing) =>
    buildRefundForm(
      {
        ...subject,
        transactionId,
        reason,
        paid: { minor: paid, currency },
        amount: { minor: amount, currency },
      },
      signing,
    ),
  "refund-query": (fields, signing) => buildRefundQueryForm({ ...subject, ...fields }, signing),
  "cancel-subscription": (_fields, signing) => buildCancelForm(subject, signing),
};

const readReply: Readonly<Record<OperationName, (body: string, expected: ExpectedReply) => object>> = {
  query: readQueryReply,
  refund: readRefundReply,
  "refund-query": readRefundQueryReply,
  "cancel-subscription": readCancelReply,
};

/** An example of a call or of the webhook that are not in SPEC. */
export type OperationExample =
  | DisputeExample
  | OperationFormExample
  | OperationOptionsExample
  | OperationReplyExample;

export function isOperationExample(example: Example): example is OperationExample {
  return "dispute" in example || "operation" in example;
}

export function checkOperationExample(example: OperationExample): void {
  if ("dispute" in example) checkDisputeExample(example);
  else if ("reply" in example) checkOperationReplyExample(example);
  else if ("sends" in example || "error" in example) checkOperationFormExample(example);
  else checkOperationOptionsExample(example);
}

function checkOperationFormExample(example: OperationFormExample): void {
  const { operation: name, with: fields = {}, signedFields, sends, error } = example;
  const operation = { ...documentedOperations[name], ...(signedFields && { signedFields }) };
  const build = () => Object.fromEntries(buildForm[name](fields, { key, operation }));
  if (sends !== undefined) expect(build()).toEqual(sends);
  else expect(codeOf(build)).toBe(error);
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isPayIndexError(error)) return error.code;
    if (error instanceof NotificationRefusal) return error.code;
    throw error;
  }
}

function checkOperationOptionsExample({ operation, problems, ...options }: OperationOptionsExample): void {
  const { path, signedFields } = options;
  const parsed = createOperationOptionSchema(operation).safeParse({
    ...(path === undefined ? {} : { path }),
    ...(signedFields === undefined ? {} : { signedFields }),
  });
  expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toEqual(problems);
}

function checkOperationReplyExample({ operation, reply, means }: OperationReplyExample): void {
  expect(readReply[operation](reply, { ...subject, keys })).toMatchObject(means);
}

function checkDisputeExample({ dispute, means, refusal }: DisputeExample): void {
  const read = () =>
    verifyDispute(new Map(new URLSearchParams(dispute)), { merchantId: subject.merchantId, keys });
  if (means !== undefined) expect(read()).toMatchObject(means);
  else expect(codeOf(read)).toBe(refusal);
}
