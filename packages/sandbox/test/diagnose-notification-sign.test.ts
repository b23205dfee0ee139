import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listFaultDescriptions } from "../src/fault-descriptions.ts";
import { diagnoseNotificationSign } from "../src/signature-diagnosis/diagnose-notification-sign.ts";

const merchant = { id: "20001", key: "k9-of-a-real-merchant" };
const fields = {
  memberid: "20001",
  orderid: "4KWR8Z1M9Q7T2H5XB3CD",
  amount: "19.90",
  true_amount: "19.90",
  currency: "USD",
  transaction_id: "T 1+2",
  returncode: "00",
  attach: "cart",
  enabled: "0",
};
const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();
const names = "amount currency memberid orderid returncode transaction_id true_amount".split(" ");
const pairs = (list: readonly string[], of: Record<string, string> = fields) =>
  list.map((name) => `${name}=${of[name]}`).join("&");
const withKey = (text: string, key = merchant.key) => md5(`${text}&key=${key}`);
const diagnosed = (sign: string, of: Record<string, string> = fields, by = merchant) =>
  diagnoseNotificationSign(new Map(Object.entries({ ...of, sign })), by);

describe("the rule that matches (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE)", () => {
  it.each([
    ["NSIG-RECEIVED", names],
    ["NSIG-ATTACH", [...names, "attach"].sort()],
    ["NSIG-ZERO", [...names, "enabled"].sort()],
    ["NSIG-ZERO", [...names, "enabled", "attach"].sort()],
  ] as const)("%s over %j", (rule, list) => {
    const sign = withKey(pairs(list));
    expect(diagnosed(sign).explained).toEqual({ rule, mistakes: [], text: `${pairs(list)}&key=***` });
    expect(diagnosed(sign).expected).toContainEqual({ rule, text: `${pairs(list)}&key=***`, sign });
  });

  it.each([
    ["", names],
    ["with attach", [...names, "attach"].sort()],
    ["with zeros", [...names, "enabled"].sort()],
    ["with attach and zeros", [...names, "attach", "enabled"].sort()],
  ] as const)("NSIG-FIELDS omits msg and unknown fields, %s", (_which, list) => {
    const more = { ...fields, msg: "No Card record", userid: "15452", card_type: "0" };
    const sign = withKey(pairs(list));
    const text = `${pairs(list)}&key=***`;
    expect(diagnosed(sign, more).explained).toEqual({ rule: "NSIG-FIELDS", mistakes: [], text });
    expect(diagnosed(sign, more).expected).toContainEqual({ rule: "NSIG-FIELDS", text, sign });
  });

  it("NSIG-FIELDS signs the fields of a subscription, and none that is missing", () => {
    const { currency: _currency, attach: _attach, ...others } = fields;
    const more = { ...others, payment_transaction_id: "7", payment_period_count: "2", msg: "late" };
    const list = Object.keys(more).filter((name) => name !== "msg" && name !== "enabled");
    expect(diagnosed(withKey(pairs(list.sort(), more)), more).explained).toMatchObject({
      rule: "NSIG-FIELDS",
      mistakes: [],
    });
  });

  it("a sign in lower case matches as well (NSIG-CASE)", () => {
    const sign = withKey(pairs(names)).toLowerCase();
    expect(diagnosed(sign).explained).toMatchObject({ rule: "NSIG-RECEIVED", mistakes: [] });
  });

  it("NSIG-NINE omits fields other than the nine", () => {
    const more = { ...fields, attach: "", payment_period_count: "2" };
    expect(diagnosed(withKey(pairs(names)), more).explained).toMatchObject({
      rule: "NSIG-NINE",
      mistakes: [],
    });
  });
});

describe("the mistake", () => {
  const sorted = pairs(names);
  const wrong: readonly (readonly [what: string, sign: string, rules: readonly string[], says: RegExp])[] = [
    [
      "not sorted",
      withKey(pairs(Object.keys(fields).filter((name) => names.includes(name)))),
      ["SIG-ORDER"],
      /not sorted/,
    ],
    ["the sandbox's key", withKey(sorted, "sandbox-hosted-key"), ["SIG-KEY"], /merchant 10002/],
    ["no key", md5(sorted), ["SIG-KEY"], /missing/],
    [
      "another amount",
      withKey(pairs(names, { ...fields, amount: "19.9" })),
      ["NOT-ENCODING"],
      /amount was signed as “19.9”/,
    ],
    [
      "a blank that was a plus",
      withKey(pairs(names, { ...fields, transaction_id: "T+1+2" })),
      ["NOT-ENCODING"],
      /plus sign was decoded/,
    ],
    [
      "a field without signature",
      withKey(pairs(names.filter((name) => name !== "true_amount"))),
      ["NSIG-RECEIVED"],
      /true_amount is not signed/,
    ],
    [
      "SHA-256",
      createHash("sha256").update(`${sorted}&key=${merchant.key}`).digest("hex").toUpperCase(),
      ["SIG-DIGEST"],
      /SHA-256/,
    ],
  ];
  it.each(wrong)("%s", (...[, sign, rules, says]) => {
    const { explained } = diagnosed(sign);
    expect(explained?.mistakes.map(({ rule }) => rule)).toEqual(rules);
    expect(explained?.mistakes[0]?.says).toMatch(says);
  });

  it.each([
    [" ", /blanks or a line break/],
    ["\n", /blanks or a line break/],
  ])("a configured key with %j at its end", (end, says) => {
    const { explained } = diagnosed(withKey(sorted), fields, { ...merchant, key: merchant.key + end });
    expect(explained?.mistakes[0]?.says).toMatch(says);
  });

  it("is not found for a foreign key, and no text contains a key", () => {
    const foreign = diagnosed(withKey(sorted, "a-key-that-nobody-knows"));
    expect(foreign.explained).toBeUndefined();
    for (const each of [foreign, diagnosed(md5(sorted)), diagnosed(withKey(sorted, `${merchant.key}\n`))])
      expect(JSON.stringify(each)).not.toContain(merchant.key);
  });
});

it("lists every fault with its settings", () => {
  const faults = listFaultDescriptions();
  expect(faults.length).toBeGreaterThan(30);
  expect(faults.find(({ kind }) => kind === "wrong_amount")).toEqual({
    kind: "wrong_amount",
    says: expect.stringContaining("true_amount"),
    settings: [
      { name: "trueAmount", isRequired: true, type: "text" },
      { name: "tries", isRequired: false, type: "number" },
    ],
  });
});
