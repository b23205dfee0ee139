import { readFileSync } from "node:fs";
import {
  defaultSignRules,
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
  readSaleResponse,
  Secret,
  signRequest,
  verifyDispute,
} from "@pay-index/core/protocol";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { describe, expect, test } from "vitest";
import { readRecordings, recordingsOf, signRecording } from "./recording.ts";

const signer = { merchantId: "10002", orderId: "00000000000000000001", key: "sandbox-hosted-key" };
const expected = {
  merchantId: signer.merchantId,
  attemptId: signer.orderId,
  keys: { current: new Secret(signer.key), previous: [] },
  rules: defaultSignRules,
};

test.each(recordingsOf("dispute"))(
  "a recorded message of the dispute webhook, read by core: %s",
  (_, recording) => {
    const fields = new Map(Object.entries(signRecording(recording, signer)));
    expect(verifyDispute({ fields }, expected)).toMatchObject(recording.right.message);
  },
);

test.each(recordingsOf("sale-answer"))(
  "a recorded answer to a sale, read by core: %s",
  (_, { body, right }) => {
    expect(readSaleResponse(body, { notifyToken: "", returnToken: "" })).toMatchObject(right);
  },
);

const replyReaders = {
  "query-reply": readQueryReply,
  "refund-reply": readRefundReply,
  "refund-query-reply": readRefundQueryReply,
  "cancel-reply": readCancelReply,
} as const;
const replies = (["query-reply", "refund-reply", "refund-query-reply", "cancel-reply"] as const).flatMap(
  (type) => recordingsOf(type),
);

test.each(replies)("a recorded reply, read by core: %s", (_, recording) => {
  const body = JSON.stringify(signRecording(recording, signer));
  expect(replyReaders[recording.type](body, expected)).toMatchObject(recording.right);
});

describe("a recorded request of a public client", () => {
  const requests = recordingsOf("request");

  test.each(requests)("has the sign that core makes, or not: %s", (_, recording) => {
    const { pay_md5sign: sign, ...fields } = signRecording(recording, signer);
    const isSame = sign === signRequest(Object.entries(fields), new Secret(signer.key));
    expect(isSame).toBe(recording.right.isSignedAsSpecified);
  });

  const whole = requests.flatMap(([name, { right, ...recording }]) =>
    right.sandbox === undefined ? [] : [[name, recording, right.sandbox] as const],
  );
  test.each(whole)(
    "is answered by the sandbox as its profile says: %s",
    async (_, recording, { path, ...right }) => {
      const sandbox = await createSandbox({ port: 0 });
      try {
        for (const profile of ["none", "lenient"] as const) {
          await createControlClient(sandbox.url).setQuirks(profile);
          const body = new URLSearchParams({ ...signRecording(recording, signer) });
          const reply = await fetch(`${sandbox.url}${path}`, { method: "POST", body });
          expect(await reply.text()).toContain(right[profile]);
        }
      } finally {
        await sandbox.close();
      }
    },
  );
});

test("the page of recorded messages lists each recording, and no other", () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/reference/recorded-messages.md`, "utf8");
  const listed = [...page.matchAll(/^\|[^|]+\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(
    readRecordings()
      .map(([name]) => name)
      .toSorted(),
  );
});
