import { expect, test } from "vitest";
import {
  greatestStrength,
  type SignRule,
  signRules,
  verifySign,
} from "../../../src/protocol/signature/notification-sign.ts";
import { md5Digest, signingText } from "../../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../../src/secret.ts";

const current = new Secret("k");
const values = {
  ...{ attach: "0", enabled: "0", memberid: "10002", payment_period_count: "1" },
  ...{ refund_status: "2", userid: "7" },
};

const received = "memberid payment_period_count refund_status userid";
/** The fields that each rule signs: of a notification, and of the reply to a refund query. */
const signed: Readonly<Record<SignRule, readonly [notification: string, reply: string]>> = {
  received: [received, received],
  "received-attach": [received, received],
  "received-zero": [`enabled ${received}`, `enabled ${received}`],
  "received-attach-zero": [`attach enabled ${received}`, `attach enabled ${received}`],
  fields: ["memberid payment_period_count", "memberid refund_status"],
  "fields-attach": ["memberid payment_period_count", "memberid refund_status"],
  "fields-zero": ["enabled memberid payment_period_count", "memberid refund_status"],
  "fields-attach-zero": ["attach enabled memberid payment_period_count", "attach memberid refund_status"],
  nine: ["attach memberid", "attach memberid"],
};

// One test, because the table of the rules is made once.
test("each rule signs its fields of a message, and the value 0 only if it signs zeros (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE)", () => {
  for (const rule of signRules)
    for (const [index, type] of (["notification", "refund-query-reply"] as const).entries()) {
      const fields = Object.entries(values).filter(([name]) =>
        signed[rule][index]?.split(" ").includes(name),
      );
      const sign = md5Digest(signingText(fields, current));
      const message = { fields: new Map(Object.entries({ ...values, sign })) };
      const verdict = verifySign(type, message, { keys: { current, previous: [] }, rules: [rule] });
      const names = new Set(fields.map(([name]) => name));
      expect(verdict, `${rule} of a ${type}`).toMatchObject({ rule, signed: names });
    }
});

test.each<[SignRule[], number]>([
  [["nine"], 1],
  [["nine", "fields", "received"], 2],
  [["received-zero", "fields", "nine"], 3],
])("the strongest of the rules %j has the strength %i (NSIG-WEAKER)", (rules, strength) => {
  expect(greatestStrength(rules)).toBe(strength);
});
