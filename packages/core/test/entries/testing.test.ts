import { expect, test } from "vitest";
import { Secret, verifyNotification } from "../../src/entries/protocol.ts";
import { signNotification, signRules } from "../../src/entries/testing.ts";
import {
  exampleAttemptId,
  exampleSuccess,
  exampleSuccessSign,
} from "../protocol/notification/example-notifications.ts";

const key = "sandbox-hosted-key";

test("signNotification adds the sign of the rule received, and replaces a sign that is among the fields", () => {
  const signed = { ...exampleSuccess, sign: exampleSuccessSign };
  expect(signNotification(exampleSuccess, { key })).toEqual(signed);
  expect(signNotification({ ...signed, sign: "0".repeat(32) }, { key })).toEqual(signed);
});

test.each(signRules)("a notification signed by the rule %s verifies by that rule", (rule) => {
  const fields = signNotification({ ...exampleSuccess, attach: "note", enabled: "0" }, { key, rule });
  const { verdict } = verifyNotification(
    { fields: new Map(Object.entries(fields)) },
    {
      merchantId: "10002",
      attemptId: exampleAttemptId,
      keys: { current: new Secret(key), previous: [] },
      rules: [rule],
    },
  );
  expect(verdict.rule).toBe(rule);
});
