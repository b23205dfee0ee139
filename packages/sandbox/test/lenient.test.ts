import { expect, it } from "vitest";
import { createSandbox } from "../src/index.ts";
import { open } from "./fixtures/buyer.ts";
import type { Variant } from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

type Omission = readonly [variant: Variant, field: string, problem: string];

const omissions: readonly Omission[] = [
  ["apm", "pay_type", "pay_type: is required, because it selects the variant (REQ-APM)"],
  ["link", "pay_type", "pay_type: is required, because it selects the variant (REQ-LINK)"],
  ["subscription", "pay_type", "pay_type: is required, because it selects the variant (REQ-SUBSCRIPTION)"],
  ["subscription", "pay_productname", "pay_productname: is required (REQ-SUBSCRIPTION)"],
];

const item = { productName: "Lamp", price: "1.00", quantity: " 1" };

const ways: readonly (readonly [name: string, value: string | undefined])[] = [
  ["without", undefined],
  ["with an empty", ""],
  ["with a blank", "  "],
];

const sales = omissions.flatMap(([variant, field, problem]) =>
  ways.map(([how, value]) => ({ variant, field, problem, how, value })),
);

/** `sell` takes an undefined field for one that is left out. */
const omit = (field: string, value: string | undefined) => ({ [field]: value }) as Record<string, string>;

it.each(sales)(
  "accepts a sale of $variant $how $field, and lists what a strict gateway refuses",
  async ({ variant, field, problem, value }) => {
    const log: string[] = [];
    const { sandbox, sell, control } = await setUpSandbox({
      quirks: "lenient",
      log: (line) => log.push(line),
    });
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

it.each<{ what: string; variant: Variant; field: string; value: string | undefined }>([
  { what: "a pay_type of another variant", variant: "apm", field: "pay_type", value: "link" },
  { what: "a pay_type in other letters", variant: "apm", field: "pay_type", value: "APM" },
  { what: "an empty list for a pay_type", variant: "apm", field: "pay_type", value: "[]" },
  { what: "products that are no list", variant: "subscription", field: "pay_productname", value: "{}" },
  { what: "products that are no JSON", variant: "subscription", field: "pay_productname", value: "Tea" },
  {
    what: "a quantity of blanks",
    variant: "card",
    field: "pay_productname",
    value: JSON.stringify([{ ...item, quantity: " " }]),
  },
  {
    what: "a quantity with a blank inside",
    variant: "card",
    field: "pay_productname",
    value: JSON.stringify([{ ...item, quantity: "1 0" }]),
  },
  {
    what: "a price with a blank",
    variant: "card",
    field: "pay_productname",
    value: JSON.stringify([{ ...item, price: " 1.00" }]),
  },
  { what: "products that are null", variant: "card", field: "pay_productname", value: "[null]" },
  { what: "no products of a card sale", variant: "card", field: "pay_productname", value: undefined },
  { what: "no card of a subscription", variant: "subscription", field: "pay_cardno", value: undefined },
  { what: "a pay_type of a hosted sale", variant: "hosted", field: "pay_type", value: "" },
  { what: "no e-mail address", variant: "apm", field: "pay_email_address", value: undefined },
  { what: "no currency", variant: "subscription", field: "pay_currency", value: "" },
])("still refuses $what", async ({ variant, field, value }) => {
  const { sell, control } = await setUpSandbox({ quirks: "lenient" });
  const answer = await sell("L", omit(field, value), variant);
  expect(answer).toMatchObject({ status: "error", msg: expect.stringContaining(`${field}: `) });
  await expect(control.orderDetails("L")).rejects.toMatchObject({ code: "unknown_order" });
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

it.each(["Lenient", "lenient ", "", "strict", "constructor"])(
  "refuses the profile %j at the start, and through the API",
  async (name) => {
    const profile = name as "lenient";
    const start = createSandbox({ port: 0, quirks: profile });
    await expect(start).rejects.toMatchObject({
      code: "bad_option",
      message: expect.stringMatching(/^quirks must be one of none, .*, lenient$/),
    });
    const { control } = await setUpSandbox();
    await expect(control.setQuirks(profile)).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(/^profile: /),
    });
    expect((await control.quirks()).profile).toBe("none");
  },
);

it.each([
  [20, "N".repeat(20)],
  [20, "é".repeat(20)],
  [20, "\u{1f3b5}".repeat(20)],
])("does not warn about an order ID of %d characters (REQ-ORDERID)", async (_length, orderId) => {
  const { sell, control } = await setUpSandbox();
  await sell(orderId, { pay_notifyurl: "http://127.0.0.1:9/notify" }, "hosted");
  expect((await control.orderDetails(orderId)).timeline.some(({ type }) => type === "warning")).toBe(false);
});

it.each([21, 50])(
  "warns about an order ID of %d characters, and accepts it (REQ-ORDERID)",
  async (length) => {
    const log: string[] = [];
    const { sandbox, sell, control } = await setUpSandbox({ log: (line) => log.push(line) });
    const orderId = "N".repeat(length);
    expect((await sell(orderId, {}, "hosted")).status).toBe(1);
    const says = `Warning: pay_orderid has ${length} characters, and some gateways accept only 20. Send a shorter order ID (REQ-ORDERID).`;
    expect(log).toContain(`order ${orderId}: ${says}`);
    expect((await open(`${sandbox.url}/orders/10002/${orderId}`)).html).toContain(`<h3>${says}</h3>`);
    expect(
      (await control.orderDetails(orderId)).timeline.filter(({ type }) => type === "warning"),
    ).toHaveLength(1);
  },
);
