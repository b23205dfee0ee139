// Validate, build, sign and encode a hosted sale, beside a loop that only encodes the same fields and hashes the same text.
import { hash } from "node:crypto";
import { encodeForm } from "../packages/core/src/protocol/post-form.ts";
import { checkSale } from "../packages/core/src/protocol/sale/sale.ts";
import { buildSaleForm } from "../packages/core/src/protocol/sale/sale-form.ts";
import { Secret } from "../packages/core/src/secret.ts";
import { compareSides, isQuick, measureCost, printBare, printFigure } from "./compare-sides.mjs";

const key = "a-merchant-key-of-thirty-two-chars";
const now = new Date("2026-11-20T10:00:00Z");
const settings = {
  merchantId: "10002",
  key: new Secret(key),
  bankCode: "901",
  website: "https://shop.example",
  language: "en",
  system: "pay-index",
  timeZone: "UTC",
  planEncoding: "object",
  amountDecimals: "currency",
};

/** What a shop fills in: everything but items, and with `items` three of them. */
const inputs = (items) =>
  Array.from({ length: 2000 }, (_, index) => ({
    sale: {
      variant: "hosted",
      reference: `order-${index}`,
      amount: { minor: 5997 + index, currency: "USD" },
      buyer: {
        firstName: "Zoë",
        lastName: "Lovelace",
        email: "zoe@shop.example",
        phone: "020 7946 0000",
        country: "GB",
        ip: "192.0.2.7",
        userAgent:
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      },
      billing: { street1: "1 Square", city: "London", postcode: "N1 9GU", state: "Greater London" },
      shipping: {
        firstName: "Charles",
        lastName: "Babbage",
        street1: "2 Lane",
        city: "Leeds",
        postcode: "LS1 1UR",
        country: "GB",
      },
      ...(items
        ? {
            items: [1, 2, 3].map((piece) => ({
              name: `Tea ${piece}`,
              price: 1999,
              quantity: 1,
              sku: `T-${piece}`,
            })),
          }
        : {}),
    },
    attempt: {
      attemptId: `7Z3XK5Q0W9VN4T2R${index + 1000}`,
      notifyUrl: `https://shop.example/pay/notify/7Z3XK5Q0W9VN4T2R${index + 1000}/7Z3XK5Q0W9VN4T2R8Z3XK5Q0W9`,
      returnUrl: `https://shop.example/pay/return/7Z3XK5Q0W9VN4T2R${index + 1000}/7Z3XK5Q0W9VN4T2R8Z3XK5Q0W9`,
      now,
    },
  }));

function ours({ sale, attempt }) {
  return encodeForm(buildSaleForm(checkSale(sale, now).sale, settings, attempt));
}

const signedNames = [
  "pay_amount",
  "pay_applydate",
  "pay_bankcode",
  "pay_callbackurl",
  "pay_memberid",
  "pay_notifyurl",
  "pay_orderid",
];

function bare(fields) {
  let text = "";
  for (const name of signedNames) text += `${name}=${fields[name]}&`;
  const form = new URLSearchParams();
  for (const name in fields) form.append(name, fields[name]);
  form.append("pay_md5sign", hash("md5", `${text}key=${key}`).toUpperCase());
  return form.toString();
}

console.log("# Sale: validate, build, sign and encode a hosted sale\n");
printBare(bare);
for (const items of [true, false]) {
  const sales = inputs(items);
  const fields = sales.map(({ sale, attempt }) => {
    const all = Object.fromEntries(buildSaleForm(checkSale(sale, now).sale, settings, attempt));
    const { pay_md5sign, ...unsigned } = all;
    return unsigned;
  });
  const same = (text) => [...new URLSearchParams(text)].map(String).sort().join();
  if (same(ours(sales[0])) !== same(bare(fields[0])))
    throw new Error("The two sides do not encode the same.");
  const sides = {
    "check only": measureCost(({ sale }) => checkSale(sale, now), sales),
    "pay-index": measureCost(ours, sales),
    bare: measureCost(bare, fields),
  };
  await compareSides(isQuick ? 2 : 5, sides);
  const result = await compareSides(isQuick ? 7 : 41, sides);
  console.log(items ? "with three items" : "without items");
  for (const [name, { median, ratio }] of Object.entries(result))
    console.log(`${name.padEnd(12)} ${median.toFixed(2)} µs, ${ratio.toFixed(2)} times bare`);
  printFigure(items ? "build" : "build-bare", result["pay-index"].ratio);
}
