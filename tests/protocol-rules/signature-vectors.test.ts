import { expect, test } from "vitest";
import {
  type KeyRing,
  signRules,
  verifySign,
} from "../../packages/core/src/protocol/signature/notification-sign.ts";
import { signRequest } from "../../packages/core/src/protocol/signature/request-sign.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { changedForm, minimalForm, openSandbox, postForm } from "./sale-form-helpers.ts";
import { notificationVectors, requestVectors } from "./signature-vectors.ts";

test.each(requestVectors)("core signs a request: $title (SIG-DIGEST, B-36)", ({ fields, key, sign }) => {
  expect(signRequest(Object.entries(fields), new Secret(key))).toBe(sign);
  expect(signRequest(Object.entries(fields).reverse(), new Secret(key))).toBe(sign);
  expect(signRequest(Object.entries(fields), new Secret(`${key}x`))).not.toBe(sign);
});

test.each(requestVectors.filter(({ sandbox }) => sandbox !== null))(
  "the sandbox accepts it, and refuses it with another amount: $title (REQ-SIGN, SIG-DIGEST, B-36)",
  async ({ fields, sign, sandbox: variant }) => {
    const sandbox = await openSandbox();
    const form = { ...minimalForm(variant ?? "hosted"), ...fields, pay_md5sign: sign };
    const changed = changedForm(form, { pay_amount: `1${fields.pay_amount}` });
    const refused = { status: "error", msg: expect.stringContaining("pay_md5sign: signature") };
    expect(await postForm(sandbox.url, changed)).toEqual(refused);
    expect(await postForm(sandbox.url, form)).not.toMatchObject({ status: "error" });
    await sandbox.close();
  },
);

const verifyNotificationSign = (fields: Map<string, string>, keys: KeyRing) =>
  verifySign("notification", { fields }, { keys, rules: signRules });

test.each(notificationVectors)("core verifies a notification: $rule, $title (B-36)", (vector) => {
  const { rule, fields, key, sign } = vector;
  const received = new Map(Object.entries({ ...fields, sign }));
  const current = { current: new Secret(key), previous: [new Secret("replaced")] };
  expect(verifyNotificationSign(received, current)).toMatchObject({ verified: true, rule, key: "current" });
  const replaced = { current: new Secret("new"), previous: [new Secret(key)] };
  expect(verifyNotificationSign(received, replaced)).toMatchObject({ verified: true, rule, key: "previous" });
  const other = { current: new Secret(`${key}x`), previous: [] };
  expect(verifyNotificationSign(received, other)).toEqual({ verified: false, reason: "mismatch" });
  received.set("returncode", "99");
  expect(verifyNotificationSign(received, current)).toEqual({ verified: false, reason: "mismatch" });
});

test.each([
  ["5dd9dd369c7ea2b12ecf4c9e7baf5ed9", true],
  ["5DD9DD369C7EA2B12ECF4C9E7BAF5ED", false],
  ["5DD9DD369C7EA2B12ECF4C9E7BAF5ED9 ", false],
])("a sign has 32 hexadecimal digits in any case: %j (NSIG-CASE)", (sign, verified) => {
  const vector = notificationVectors.find(({ title }) => title === "plain success");
  const received = new Map(Object.entries({ ...vector?.fields, sign }));
  const keys = { current: new Secret(vector?.key ?? ""), previous: [] };
  expect(verifyNotificationSign(received, keys).verified).toBe(verified);
});
