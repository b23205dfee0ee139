import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { containsCardNumber, maskCardNumbers } from "../src/mask-card-numbers.ts";
import { open } from "./fixtures/buyer.ts";
import { cardFields, type Fields, plan, successCard } from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const canaries = ["5424180279791732", "378282246310005", "676770000005", "6304000000000001230"];

it.each([
  ["4242424242424242", "[digits]"],
  ["no 4242 4242 4242 4242, please", "no [digits], please"],
  ["1 4242-4242-4242-4242 12/29", "1 [digits] 12/29"],
  ["4242%204242%204242%204242", "[digits]"],
  ["4242\u20114242\u20114242\u20114242", "[digits]"],
  ["4242 4242 4242 4242 5424 1802 7979 1732", "[digits] [digits]"],
  ["676770000005", "[digits]"],
  ["6304000000000001230", "[digits]"],
  ["4242424242424241", "4242424242424241"],
  ["67677000008", "67677000008"],
  ["2026-11-20 10:00:00", "2026-11-20 10:00:00"],
])("masks a text that resembles a card number: %s", (text, shown) => {
  expect(maskCardNumbers(text)).toBe(shown);
});

it("does not mask times and dates, with any check digit", () => {
  const times = Array.from({ length: 100 }, (_, count) => `ORDER-${1_763_722_702_000 + count}`);
  const dates = Array.from({ length: 100 }, (_, count) => `${20_261_120_100_000 + count}`);
  expect([...times, ...dates].filter(containsCardNumber)).toEqual([]);
  expect([...canaries, successCard].every(containsCardNumber)).toBe(true);
});

/** The number as people write it, in every field that takes any text. */
function textFields(number: string): Fields {
  const grouped = number.replace(/(\d{4})(?=\d)/g, "$1 ");
  const escaped = `\\u003${number[0]}${number.slice(1)}`;
  const item = `{"productName":"A lamp ${escaped}","sku":"${number}","attributes":"${grouped}","price":"42.50","quantity":"1"}`;
  return {
    pay_productname: `[${item}]`,
    subscription_plan: JSON.stringify({ ...plan, name: `Club ${grouped}`, description: number }),
    pay_firstname: number,
    pay_lastname: `x${grouped}`,
    pay_street_address1: grouped.replaceAll(" ", "-"),
    pay_street_address2: `${"y".repeat(1990)} ${number}`,
    pay_city: `1 ${grouped} 2`,
    pay_postcode: number,
    pay_telephone: number,
    pay_email_address: `${number}@example.com`,
    pay_useragent: grouped,
    pay_language: number,
    system: number,
    shipping_city: grouped,
  };
}

/** Fields the gateway has to use as they came. */
const sentOn = (number: string): Fields[] => [
  { pay_orderid: number },
  { pay_orderid: `A-${number}-1` },
  { pay_notifyurl: `http://127.0.0.1:9/${number}` },
  { pay_callbackurl: `http://127.0.0.1:9/?c=${number.replace(/(\d{4})(?=\d)/g, "$1%20")}` },
  { pay_url: `http://127.0.0.1:9/${number}` },
];

it.each(canaries)("stores and displays %s nowhere, in any field", async (number) => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-canary-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "sandbox.db");
  const lines: string[] = [];
  const { sandbox, control, sell } = await setUpSandbox({ data: file, log: (line) => lines.push(line) });
  const everything: string[] = [];
  const { subscription_plan, shipping_city, ...plain } = textFields(number);
  const club = { ...plain, subscription_plan: subscription_plan! };
  await sell("HOSTED", { ...plain, shipping_city: shipping_city! }, "hosted");
  expect(await sell("CLUB", { ...club, ...cardFields(number) }, "subscription")).toMatchObject({ status: 2 });
  await control.nextDelivery("CLUB");
  for (const fields of sentOn(number)) {
    expect(await sell("NO", fields, "hosted")).toMatchObject({
      status: "error",
      msg: expect.stringContaining(`${Object.keys(fields)[0]}: reads as a card number`),
    });
    // a wrong sign brings the signing text along
    await sell("NO", { ...fields, pay_md5sign: "0".repeat(32) }, "hosted");
  }
  await sell("BAD-SIGN", { ...club, pay_md5sign: "0".repeat(32) }, "subscription");
  const pages = ["/", "/orders/10002/HOSTED", "/orders/10004/CLUB", "/refused", "/_sandbox/refusals"];
  const refusals = (await control.refusals()).map((refusal) => `/refused/${refusal.number}`);
  for (const path of [...pages, ...refusals]) everything.push((await open(sandbox.url + path)).html);
  const buyer = /href="(\/pay\/[^"]+)"/.exec((await open(`${sandbox.url}/orders/10002/HOSTED`)).html)?.[1];
  const checkout = await open(sandbox.url + buyer);
  for (const order of ["HOSTED", "CLUB"]) everything.push(JSON.stringify(await control.orderDetails(order)));
  await sandbox.close();
  everything.push(checkout.html, lines.join("\n"), readFileSync(file, "latin1"));
  // the control: what must be there is there
  expect(checkout.html).toContain("A lamp [digits]");
  expect(everything.at(-1)).toContain("A lamp [digits]");
  const found = everything.flatMap((text) => {
    const plainText = text.replace(/%20|[^0-9A-Za-z]/g, "");
    const at = plainText.indexOf(number.slice(1));
    return at < 0 ? [] : [plainText.slice(Math.max(0, at - 60), at + 30)];
  });
  expect(found).toEqual([]);
});
