import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  readRecordings,
  recordingsOf,
  signRecording,
  wrapMessage,
} from "../../../tests/recordings/recording.ts";
import { verify } from "../src/commands/verify.ts";

const signer = { merchantId: "20001", orderId: "00000000000000000001", key: "k9-of-a-real-merchant" };

const folder = mkdtempSync(join(tmpdir(), "pay-index-recordings-"));
afterAll(() => rmSync(folder, { recursive: true }));

function verifyText(text: string) {
  const [file, keyFile] = [join(folder, "message"), join(folder, "key")];
  writeFileSync(file, text);
  writeFileSync(keyFile, `${signer.key}\n`);
  return verify(file, { keyFile });
}

/** Where each recorded message differs from the specification. Others do not. */
const deviations: Readonly<Record<string, readonly string[]>> = {
  "as-json": ["NOT-CURRENCY"],
  "as-multipart": ["NOT-CURRENCY"],
  "failed-with-unsigned-msg": ["NOT-CURRENCY", "NOT-MSG"],
  "paid-without-currency": ["NOT-CURRENCY"],
  "query-not-paid": ["NOT-CURRENCY"],
  "query-refunded": ["NOT-CURRENCY"],
  "query-without-currency": ["NOT-CURRENCY"],
  "sibling-with-userid-signed": ["NOT-CURRENCY"],
  "sibling-with-userid-unsigned": ["NOT-CURRENCY", "NSIG-FIELDS"],
  "sign-in-lower-case": ["NSIG-CASE", "NOT-CURRENCY"],
};

const signedMessages = readRecordings().filter(
  ([, { type }]) => type !== "sale-answer" && type !== "request",
);

describe("a recorded message of a gateway", () => {
  test.each(signedMessages)("verifies, with its deviations: %s", async (name, recording) => {
    if (!("signed" in recording)) throw new Error("Only signed messages are played.");
    const fields = signRecording(recording, signer);
    const isReply = recording.type.endsWith("-reply");
    const wrapping = "wrapping" in recording ? recording.wrapping : {};
    const { exitCode, data } = await verifyText(
      isReply ? JSON.stringify(fields, null, 2) : `${wrapMessage(fields, wrapping).body}\n`,
    );
    expect(exitCode).toBe(0);
    expect(data).toMatchObject({ kind: recording.type, matches: true });
    expect([...(data.signed as string[])].sort()).toEqual([...recording.signed].sort());
    expect((data.deviations as { rule: string }[]).map(({ rule }) => rule)).toEqual(deviations[name] ?? []);
  });
});

test.each(recordingsOf("request"))("a recorded request matches or is explained: %s", async (_, recording) => {
  const { exitCode, data } = await verifyText(
    new URLSearchParams(signRecording(recording, signer)).toString(),
  );
  const isRight = recording.right.isSignedAsSpecified;
  expect([exitCode, data.matches]).toEqual(isRight ? [0, true] : [1, false]);
  if (!isRight)
    expect(data.mistakes).toMatchObject([
      { rule: "OPS-SIGN", says: expect.stringContaining("pay_bankcode") },
    ]);
});

test.each(recordingsOf("sale-answer"))("a recorded answer to a sale has no sign: %s", async (_, { body }) => {
  await expect(verifyText(body)).rejects.toMatchObject({ code: "input_unreadable" });
});
