import { expect, it } from "vitest";
import { open } from "./fixtures/buyer.ts";
import type { Variant } from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const item = { productName: "Lamp", price: "1.00", quantity: " 1" };

const sales = (
  [
    ["apm", "pay_type", "is required, because it selects the variant (REQ-APM)"],
    ["link", "pay_type", "is required, because it selects the variant (REQ-LINK)"],
    ["subscription", "pay_type", "is required, because it selects the variant (REQ-SUBSCRIPTION)"],
    ["subscription", "pay_productname", "is required (REQ-SUBSCRIPTION)"],
  ] as const
).flatMap(([variant, field, why]) =>
  [undefined, "", "  "].map((value) => ({ variant, field, problem: `${field}: ${why}`, value })),
);

/** `sell` takes an undefined field for one that is left out. */
const omit = (field: string, value: string | undefined) => ({ [field]: value }) as Record<string, string>;

it.each(sales)(
  "accepts a sale of $variant with the $field $value, and lists what a strict gateway refuses",
  async ({ variant, field, problem, value }) => {
    const log: string[] = [];
    const options = { quirks: "lenient", log: (line: string) => log.push(line) } as const;
    const { sandbox, sell, control } = await setUpSandbox(options);
    const answer = await sell("L", omit(field, value), variant);
    expect(answer.status).toBe(variant === "subscription" ? 0 : 1);
    expect(await control.orderDetails("L")).toMatchObject({ variant, strictProblems: [problem] });
    const says = `A strict gateway refuses this sale: ${problem}.`;
    expect(log).toContain(`order L: ${says}`);
    const { html } = await open(`${sandbox.url}/orders/${sandbox.order("L")?.merchantId}/L`);
    expect(html).toContain(`<h3>${says}</h3>`);
    expect(html).toContain(`<code>${problem}</code>`);
    expect((await open(sandbox.url)).html).toContain(`<span class="tag lenient">`);
  },
);

it("accepts quantities with blanks, and lists what a strict gateway refuses (PROD-ITEM)", async () => {
  const { sell, control } = await setUpSandbox({ quirks: "lenient" });
  const sale = { pay_productname: JSON.stringify([item, { ...item, quantity: "2 " }]) };
  expect((await sell("L", sale)).status).toBe(0);
  const problem = 'pay_productname: item 1: quantity must be a whole number as text, such as "1" (PROD-ITEM)';
  expect((await control.orderDetails("L")).strictProblems).toEqual([problem]);
  await control.setQuirks("none");
  expect(await sell("M", sale)).toEqual({ status: "error", msg: problem });
});

const withItem = (changed: object) => JSON.stringify([{ ...item, ...changed }]);

it.each<[what: string, variant: Variant, field: string, value: string | undefined]>([
  ["a pay_type of another variant", "apm", "pay_type", "link"],
  ["a pay_type in other letters", "apm", "pay_type", "APM"],
  ["an empty list for a pay_type", "apm", "pay_type", "[]"],
  ["products that are no list", "subscription", "pay_productname", "{}"],
  ["products that are no JSON", "subscription", "pay_productname", "Tea"],
  ["a quantity of blanks", "card", "pay_productname", withItem({ quantity: " " })],
  ["a quantity with a blank inside", "card", "pay_productname", withItem({ quantity: "1 0" })],
  ["a price with a blank", "card", "pay_productname", withItem({ price: " 1.00" })],
  ["products that are null", "card", "pay_productname", "[null]"],
  ["no products of a card sale", "card", "pay_productname", undefined],
  ["no card of a subscription", "subscription", "pay_cardno", undefined],
  ["a pay_type of a hosted sale", "hosted", "pay_type", ""],
  ["no e-mail address", "apm", "pay_email_address", undefined],
  ["no currency", "subscription", "pay_currency", ""],
])("still refuses %s", async (...[, variant, field, value]) => {
  const { sell, sandbox } = await setUpSandbox({ quirks: "lenient" });
  const answer = await sell("L", omit(field, value), variant);
  expect(answer).toMatchObject({ status: "error", msg: expect.stringContaining(`${field}: `) });
  expect(sandbox.orders()).toEqual([]);
});

it("refuses these sales without the profile, and for a merchant without it", async () => {
  const { sell, control } = await setUpSandbox();
  const refused = { status: "error", msg: "pay_type: is required (REQ-APM)" };
  expect(await sell("A", omit("pay_type", undefined), "apm")).toEqual(refused);
  await control.setQuirks("lenient", { merchant: "10003" });
  expect(await sell("B", omit("pay_type", ""), "apm")).toEqual(refused);
  expect((await sell("C", omit("pay_type", ""), "link")).status).toBe(1);
  await control.setQuirks("none", { merchant: "10003" });
  expect((await sell("D", omit("pay_type", ""), "link")).status).toBe("error");
});

it("warns about an order ID of more than 20 characters, and accepts it (REQ-ORDERID)", async () => {
  const { sell, control } = await setUpSandbox();
  const warnings = async (orderId: string) => {
    const fields = { pay_notifyurl: "http://127.0.0.1:9/notify" };
    expect((await sell(orderId, fields, "hosted")).status).toBe(1);
    return (await control.orderDetails(orderId)).timeline.filter(({ type }) => type === "warning");
  };
  for (const orderId of ["N".repeat(20), "\u{1f3b5}".repeat(20)]) expect(await warnings(orderId)).toEqual([]);
  expect(await warnings("N".repeat(21))).toMatchObject([{ says: expect.stringContaining("21 characters") }]);
});
