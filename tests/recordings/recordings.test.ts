import { readFileSync } from "node:fs";
import { money } from "@pay-index/core";
import {
  defaultSignRules,
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
  readSaleResponse,
  Secret,
  verifyDispute,
} from "@pay-index/core/protocol";
import { describe, expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../../packages/core/test/fixtures/test-shop.ts";
import {
  notificationRecordings,
  readRecordings,
  type SignedRecording,
  signRecording,
  wrapNotification,
} from "./recording.ts";

const signer = { merchantId: "10002", orderId: "00000000000000000001", key: "sandbox-hosted-key" };
const expected = {
  merchantId: signer.merchantId,
  attemptId: signer.orderId,
  keys: { current: new Secret(signer.key), previous: [] },
  rules: defaultSignRules,
};

describe("a recorded notification, received by core", () => {
  test.each(notificationRecordings())("%s", async (_, { sale, wrapping, right, ...recording }) => {
    const shop = new TestShop();
    const amount = money(sale.minor, sale.currency);
    await shop.gateway.start({ ...hostedSaleInput(), amount });
    const [attemptId = "", token = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const fields = signRecording(recording, { ...signer, orderId: attemptId });
    const { body, contentType } = wrapNotification(fields, wrapping);
    const bytes = Buffer.from(body);
    const reply = await shop.gateway.receive({ attemptId, token, body: { kind: "raw", bytes, contentType } });
    expect(reply).toMatchObject({ status: 200, body: "OK" });
    expect([await shop.state(), await shop.itemKinds()]).toEqual([right.state, []]);
    expect(shop.placed).toHaveLength(right.state === "paid" ? 1 : 0);
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    if (right.text !== undefined) expect(attempts[0]?.timeline.at(-1)?.text).toContain(right.text);
  });
});

const readers: Readonly<
  Record<Exclude<SignedRecording["type"], "notification">, (fields: object) => unknown>
> = {
  "query-reply": (fields) => readQueryReply(JSON.stringify(fields), expected),
  "refund-reply": (fields) => readRefundReply(JSON.stringify(fields), expected),
  "refund-query-reply": (fields) => readRefundQueryReply(JSON.stringify(fields), expected),
  "cancel-reply": (fields) => readCancelReply(JSON.stringify(fields), expected),
  dispute: (fields) => verifyDispute(new Map(Object.entries(fields)), expected),
};

describe("another recorded message, read by core", () => {
  test.each(readRecordings())("%s", (_, recording) => {
    if (recording.type === "notification") return;
    const read =
      recording.type === "sale-answer"
        ? readSaleResponse(recording.body, { notifyToken: "", returnToken: "" })
        : readers[recording.type](signRecording(recording, signer));
    expect(read).toMatchObject(recording.right);
  });
});

test("the page of recorded messages lists each recording, and no other", () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/reference/recorded-messages.md`, "utf8");
  const listed = [...page.matchAll(/^\|[^|]+\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(readRecordings().map(([name]) => name));
});
