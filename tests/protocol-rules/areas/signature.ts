import { ownRule, type Rule, specRule } from "../rule-types.ts";

export const signatureRules: readonly Rule[] = [
  specRule("SIG-FIELDS", "2.1, 5", {
    accepted: [
      { vector: "the worked example of the documentation" },
      { vector: "fields that are not signed among them" },
      {
        vector: "fields that are not signed among them",
        change: { pay_currency: "EUR", pay_firstname: "Eve" },
      },
    ],
    refused: [
      "pay_memberid",
      "pay_orderid",
      "pay_applydate",
      "pay_bankcode",
      "pay_notifyurl",
      "pay_callbackurl",
      "pay_amount",
    ].map((name) => ({
      vector: "the worked example of the documentation",
      change: { [name]: `901${name}` },
    })),
  }),
  specRule("SIG-ORDER", "5", {
    accepted: [
      { vector: "an address with an escape, signed as it stands" },
      { vector: "an address with a plus sign, signed as it stands" },
      { vector: "blanks inside and at both ends" },
    ],
    refused: [
      // printf '%s' 'pay_memberid=10002&pay_orderid=00000000000000000001&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_notifyurl=http://127.0.0.1:3000/notify&pay_callbackurl=http://127.0.0.1:3000/return&pay_amount=19.99&key=sandbox-hosted-key' | md5sum
      { vector: "the worked example of the documentation", sign: "AE61BDC7D34B3BD84A63C4860D4C7F44" },
      // printf '%s' 'pay_amount=19.99&pay_applydate=2026-01-02+03%3A04%3A05&pay_bankcode=901&pay_callbackurl=http%3A%2F%2F127.0.0.1%3A3000%2Freturn&pay_memberid=10002&pay_notifyurl=http%3A%2F%2F127.0.0.1%3A3000%2Fnotify&pay_orderid=00000000000000000001&key=sandbox-hosted-key' | md5sum
      { vector: "the worked example of the documentation", sign: "0358E9451FDEB807272B4979421C21E0" },
    ],
  }),
  specRule("SIG-EMPTY", "5", {
    accepted: [
      { vector: "an empty field left out" },
      { vector: "all but one field empty" },
      { vector: "a field that is absent" },
      { vector: "the value 0 is not empty in a request" },
      { vector: "a blank alone is not empty" },
    ],
    refused: [
      // printf '%s' 'pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key' | md5sum
      { vector: "an empty field left out", sign: "F9FAAE1DFFDCE690B437968A562C10DD" },
    ],
  }),
  specRule("SIG-KEY", "5", {
    accepted: [
      { vector: "a key that would sort first" },
      { vector: "a key that is not ASCII" },
      { vector: "a card merchant's key" },
      { sale: "hosted", form: { key: null } },
    ],
    refused: [
      // printf '%s' 'key=sandbox-hosted-key&pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001' | md5sum
      { vector: "the worked example of the documentation", sign: "23800887026F86525CAC9399BEF5CD61" },
      // printf '%s' 'pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001' | md5sum
      { vector: "the worked example of the documentation", sign: "409549A0A0F81DA1A2FCE41EFD4F3CBC" },
      { form: "hosted", set: { key: "sandbox-hosted-key" }, says: "key: not a field" },
    ],
  }),
  specRule("SIG-DIGEST", "5", {
    accepted: [
      { vector: "a gateway order ID that is not ASCII" },
      { vector: "a gateway order ID outside the first plane" },
    ],
    refused: [
      { vector: "the worked example of the documentation", sign: "c78bb2d324046415088352b73e1c2f50" },
      { vector: "the worked example of the documentation", sign: "C78BB2D324046415088352B73E1C2F5" },
      // printf '%s' 'pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=Bestellung-Größe-7&key=sandbox-hosted-key' | iconv -t latin1 | md5sum
      { vector: "a gateway order ID that is not ASCII", sign: "059B3C796948C50057DCEC3DF959D159" },
    ],
  }),
  ownRule("SIG-AMPERSAND", {
    accepted: [
      { options: { merchants: [{ id: "m=1", key: "a-key&of=the-merchant" }] } },
      { options: { bankCode: "9=1" } },
    ],
    refused: [
      {
        options: { merchants: [{ id: "10002&x=1", key: "a-key-of-the-merchant" }] },
        problems: ["merchants.0.id"],
      },
      { options: { bankCode: "901&pay_amount=1" }, problems: ["bankCode"] },
      { options: { publicUrl: "https://shop.example/a&b=c" }, problems: ["publicUrl"] },
    ],
  }),
  ownRule("KEY-ROTATION", {
    accepted: [
      {
        options: {
          sandbox: true,
          merchants: [{ id: "1", key: "new", previousKeys: ["a", "b", "c", "d", "e"] }],
        },
      },
      {
        life: "hosted",
        settings: { merchants: [{ id: "10002", key: "new-key", previousKeys: ["sandbox-hosted-key"] }] },
        steps: [{ notify: {} }],
        gives: { replies: ["200 OK"], state: "paid" },
      },
    ],
    refused: [
      {
        options: { merchants: [{ id: "1", key: "new", previousKeys: ["a", "b", "c", "d", "e", "f"] }] },
        problems: ["merchants.0.previousKeys"],
      },
      {
        life: "hosted",
        settings: { merchants: [{ id: "10002", key: "new-key", previousKeys: ["older-key"] }] },
        steps: [{ notify: {} }],
        gives: { replies: ["401 mismatch"], state: "pending", items: ["not-verified"] },
      },
      {
        options: {
          sandbox: true,
          merchants: [
            { id: "1", key: "a" },
            { id: "1", key: "b" },
          ],
        },
        problems: ["merchants.1.id", "merchants.1.variants"],
      },
    ],
  }),
  ownRule("KEY-LENGTH", {
    accepted: [
      { options: { merchants: [{ id: "1", key: "9f3k2m8xq7w1z5ba" }] } },
      { options: { sandbox: true, merchants: [{ id: "1", key: "k" }] } },
    ],
    refused: [
      { options: { merchants: [{ id: "1", key: "9f3k2m8xq7w1z5b" }] }, problems: ["merchants.0.key"] },
      { options: { merchants: [{ id: "1", key: "k".repeat(32) }] }, problems: ["merchants.0.key"] },
      { options: { merchants: [{ id: "1", key: "ab12".repeat(8) }] }, problems: ["merchants.0.key"] },
      {
        options: { merchants: [{ id: "1", key: "9f3k2m8xq7w1z5ba", previousKeys: ["short"] }] },
        problems: ["merchants.0.previousKeys.0"],
      },
    ],
  }),
];
