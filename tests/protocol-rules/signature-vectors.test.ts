import { expect, test } from "vitest";
import type { Variant } from "../../packages/core/src/protocol/sale/sale.ts";
import { signRequest } from "../../packages/core/src/protocol/signature/request-sign.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { type Fields, merchants, minimalForm, openSandbox, postForm } from "./sale-form-helpers.ts";

// Each sign was made by the md5sum command of GNU coreutils from the text above it, in a shell whose locale is C.UTF-8:
//
//   sign_of() { printf '%s' "$1" | md5sum | cut -c1-32 | tr a-f A-F; }
//
// The texts were written by hand from the rules, and by no code of this repository.

const usual = {
  pay_memberid: "10002",
  pay_orderid: "00000000000000000001",
  pay_applydate: "2026-01-02 03:04:05",
  pay_bankcode: "901",
  pay_notifyurl: "http://127.0.0.1:3000/notify",
  pay_callbackurl: "http://127.0.0.1:3000/return",
  pay_amount: "19.99",
};

const vectors: [title: string, sign: string, changes: Fields, variant?: Variant][] = [
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["the worked example of the documentation", "C78BB2D324046415088352B73E1C2F50", {}],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10001&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-card-key
  ["another merchant's key", "9A326AC3485DDD7353A05589E362F06C", { pay_memberid: "10001" }, "card"],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=注文😀1&key=sandbox-hosted-key
  ["an order ID outside the first plane", "F50139718AA369CD6E10E380492BBC50", { pay_orderid: "注文😀1" }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return/%C3%A9%2F1&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address with an escape, signed as it stands",
    "7E154B381E1E5024F204590EEE320E44",
    { pay_callbackurl: "http://127.0.0.1:3000/return/%C3%A9%2F1" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/a+b&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address with a plus sign, signed as it stands",
    "8E97C3B46F0C5C4B57B9DB49F7A29AF7",
    { pay_callbackurl: "http://127.0.0.1:3000/a+b" },
  ],
  // pay_amount=500&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["an amount without decimals", "011FEF7D0EDA028C29ED0B15594509B0", { pay_amount: "500" }],
];

test.each(vectors)(
  "core and the sandbox sign a request alike: %s (REQ-SIGN, SIG-DIGEST, B-36)",
  async (...[, sign, changes, variant = "hosted"]) => {
    const fields = { ...usual, ...changes };
    expect(signRequest(Object.entries(fields), new Secret(merchants[variant].key))).toBe(sign);
    const sandbox = await openSandbox();
    const form = { ...minimalForm(variant), ...fields, pay_md5sign: sign };
    const refused = { status: "error", msg: expect.stringContaining("pay_md5sign: signature") };
    expect(await postForm(sandbox.url, { ...form, pay_amount: `1${fields.pay_amount}` })).toEqual(refused);
    expect(await postForm(sandbox.url, form)).not.toMatchObject({ status: "error" });
    await sandbox.close();
  },
);
