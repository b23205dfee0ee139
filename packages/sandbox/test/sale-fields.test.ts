import { describe, expect, it } from "vitest";
import { cardFields, plan, sellSigned, successCard, type Variant } from "./fixtures/sale.ts";
import { shareSandbox } from "./fixtures/set-up-sandbox.ts";

const variants: readonly Variant[] = ["card", "hosted", "link", "subscription", "apm"];
const cards = "pay_cardno pay_cardmonth pay_cardyear pay_cardcvv".split(" ");
const shipping =
  "firstname lastname street_address1 street_address2 city state postcode country_iso_code_2 telephone"
    .split(" ")
    .map((name) => `shipping_${name}`);

// Written a second time on purpose, in another shape than the sandbox's own table (SPEC 4).
const requiredEverywhere =
  `pay_orderid pay_applydate pay_bankcode pay_notifyurl pay_callbackurl pay_amount pay_md5sign pay_currency pay_url
  pay_firstname pay_lastname pay_country_iso_code_2 pay_email_address pay_telephone pay_ip pay_useragent pay_language
  system`.split(/\s+/);
const alsoRequired: Record<Variant, string[]> = {
  card: ["pay_productname"],
  hosted: [],
  link: ["pay_type"],
  subscription: [...cards, "pay_productname"],
  apm: ["pay_type"],
};
const notListed: Record<Variant, string[]> = {
  card: ["pay_type", "pay_method", "pay_app_scheme", "subscription_plan"],
  hosted: ["pay_type", "pay_method", "pay_app_scheme", "subscription_plan"],
  link: ["pay_method", "pay_app_scheme", "subscription_plan"],
  subscription: ["pay_method", "pay_app_scheme", ...shipping],
  apm: [...cards, "subscription_plan"],
};
const sandbox = await shareSandbox({ retryGaps: [] });

const send = (variant: Variant, more: Record<string, string | undefined>) =>
  sellSigned(sandbox.url, variant, more);

describe.each(variants)("the %s variant", (variant) => {
  it.each([...requiredEverywhere, ...alsoRequired[variant]])("requires %s (REQ-REQUIRED)", async (name) => {
    for (const value of [undefined, "", "  "]) {
      const answer = await send(variant, { [name]: value });
      expect(answer.status).toBe("error");
      expect(answer.msg).toContain(`${name}: is required (`);
    }
  });

  it.each([...notListed[variant], "attach", "PAY_CITY", "constructor"])("has no field %s", async (name) => {
    for (const value of ["x", ""]) {
      const answer = await send(variant, { [name]: value });
      expect(answer.status).toBe("error");
      expect(answer.msg).toContain(`${name}: not a field of the ${variant} variant`);
    }
  });
});

const wrong: [field: string, rule: string, values: string[]][] = [
  ["pay_orderid", "REQ-ORDERID", ["x".repeat(51), "a b", "a\n"]],
  ["pay_applydate", "REQ-APPLYDATE", ["2026-02-30 10:00:00", "2026-11-20T10:00:00", "2026-11-20 24:00:00"]],
  ["pay_bankcode", "REQ-BANKCODE", ["0", "abc", "-1"]],
  ["pay_notifyurl", "REQ-NOTIFYURL", ["localhost/n", "ftp://localhost/n", "http://a:b@localhost/"]],
  ["pay_callbackurl", "REQ-CALLBACKURL", ["javascript:alert(1)", "//shop.example", "https://"]],
  ["pay_url", "REQ-WEBSITE", ["shop.example"]],
  [
    "pay_amount",
    "REQ-AMOUNT",
    ["0.00", "-1.00", "+1", "1,00", "1e3", ".5", "5.", "01.00", "1.00000", " 1", "١"],
  ],
  ["pay_md5sign", "SIG-DIGEST", ["c78bb2d324046415088352b73e1c2f50", "C78B"]],
  ["pay_currency", "REQ-CURRENCY", ["eur", "EURO", "E1R"]],
  ["pay_country_iso_code_2", "REQ-COUNTRY", ["gb", "GBR", "G1"]],
  ["pay_email_address", "REQ-EMAIL", ["ada", "ada@", "@example.com", "a b@example.com", "a@b@example.com"]],
  ["pay_ip", "REQ-IP", ["localhost", "1.2.3", "1.2.3.256"]],
];

it.each(wrong)("refuses a %s that breaks %s", async (name, rule, values) => {
  for (const value of values) {
    const answer = await send("hosted", { [name]: value });
    expect(answer, value).toMatchObject({ status: "error" });
    expect(answer.msg, value).toMatch(new RegExp(`^${name}: .*\\(${rule}\\)$`));
  }
});

it.each([
  ["pay_cardno", "REQ-CARDNO", ["42424242424", "42424242424242424242", "4242 4242 4242 4242"]],
  ["pay_cardmonth", "REQ-CARDMONTH", ["1", "13", "00"]],
  ["pay_cardyear", "REQ-CARDYEAR", ["30", "999", "10000", "20x0"]],
  ["pay_cardcvv", "REQ-CARDCVV", ["12", "12345", "abc"]],
] as const)("refuses a %s that breaks %s in every variant with a card", async (name, rule, values) => {
  for (const variant of ["card", "hosted", "link", "subscription"] as const) {
    for (const value of values) {
      const answer = await send(variant, { ...cardFields(successCard), [name]: value });
      expect(answer).toMatchObject({ status: "error" });
      expect(answer.msg).toContain(`(${rule})`);
      expect(answer.msg).not.toMatch(/\d{5}/);
    }
  }
});

it("requires a complete card or none if the card is optional (REQ-CARD)", async () => {
  const answer = await send("hosted", { pay_cardno: successCard, pay_cardmonth: "12" });
  expect(answer.msg).toContain("pay_cardyear: is required once");
  expect(answer.msg).toContain("pay_cardcvv: is required once");
});

it("requires the exact pay_type of the variant", async () => {
  for (const [variant, values] of [
    ["link", ["Link", "apm"]],
    ["subscription", ["subscription", "link"]],
    ["apm", ["APM", "link"]],
  ] as const) {
    for (const value of values) {
      expect((await send(variant, { pay_type: value })).msg).toMatch(/^pay_type: must be exactly/);
    }
  }
});

it("accepts a subscription without pay_type and plan, as its table allows (REQ-SUBSCRIPTION)", async () => {
  expect((await send("subscription", { pay_type: undefined, subscription_plan: undefined })).status).toBe(0);
});

it("accepts five methods and refuses others (REQ-APM)", async () => {
  for (const method of ["alipay", "wechat", "paypal", "ideal", "cashapp"]) {
    expect((await send("apm", { pay_method: method })).status).toBe(1);
  }
  for (const method of ["klarna", "Alipay"]) {
    expect((await send("apm", { pay_method: method })).msg).toBe(
      "pay_method: is not a known method (REQ-APM)",
    );
  }
});

it("refuses a pay_app_scheme that a browser would open itself", async () => {
  for (const scheme of ["javascript", "JavaScript://%0aalert(1)", "http://x", "data:", "my app", "1a"])
    expect((await send("apm", { pay_app_scheme: scheme })).msg, scheme).toMatch(/^pay_app_scheme: /);
  for (const scheme of ["myapp", "myapp:", "myapp://", "com.example.app://pay?x=1"])
    expect((await send("apm", { pay_app_scheme: scheme })).status, scheme).toBe(1);
});

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const item = { productName: "Lamp", price: "1.00", quantity: "1" };
it.each<[string, unknown]>([
  ["no JSON", "{"],
  ["an object", item],
  ["an empty list", []],
  ["a list of text", ["a"]],
  ["a missing name", [{ price: "1.00", quantity: "1" }]],
  ["a name in lower case (PROD-CASE)", [{ productname: "Lamp", price: "1.00", quantity: "1" }]],
  ["an empty name", [{ ...item, productName: " " }]],
  ["a missing price", [{ productName: "Lamp", quantity: "1" }]],
  ["a price as a number", [{ ...item, price: 1 }]],
  ["a negative price", [{ ...item, price: "-1.00" }]],
  ["a quantity as a number", [{ ...item, quantity: 1 }]],
  ["a quantity of zero", [{ ...item, quantity: "0" }]],
  ["a picture without http", [{ ...item, productImage: "lamp.png" }]],
  ["an sku as a number", [{ ...item, sku: 7 }]],
  ["an unknown key", [{ ...item, colour: "red" }]],
  ["a second item that is wrong", [item, { ...item, price: "x" }]],
])("refuses products with %s (PROD-ITEM)", async (_name, value) => {
  const answer = await send("hosted", { pay_productname: asText(value) });
  expect(answer.msg).toMatch(/^pay_productname: .*\(PROD-ITEM\)$/);
});

it("accepts a product with every key", async () => {
  const whole = { ...item, sku: "L-1", productImage: "https://lamps.example/l.png", attributes: "brass" };
  expect((await send("card", { pay_productname: JSON.stringify([whole]) })).status).toBe(0);
});

it.each<[string, unknown]>([
  ["no JSON", "x"],
  ["a plan encoded twice", JSON.stringify(JSON.stringify(plan))],
  ["two plans", [plan, plan]],
  ["no plan in a list", []],
  ...Object.keys(plan).map((key): [string, unknown] => [`no ${key}`, { ...plan, [key]: undefined }]),
  ["an id that is no UUID", { ...plan, id: "7" }],
  ["an empty description", { ...plan, description: "" }],
  ["a period in capitals", { ...plan, plan_type: "Monthly" }],
  ["attempts with a leading zero", { ...plan, attempts: "03" }],
  ["attempts as a number", { ...plan, attempts: 3 }],
  ["an interval as text", { ...plan, interval_time: "3600" }],
  ["a first amount as a number", { ...plan, first_period_amount: 1 }],
  ["a first amount of zero", { ...plan, first_period_amount: "0.00" }],
  ["an unknown key", { ...plan, trial: "7" }],
])("refuses a plan with %s (PLAN-KEYS, PLAN-ENCODING)", async (_name, value) => {
  const answer = await send("subscription", { subscription_plan: asText(value) });
  expect(answer.msg).toMatch(/^subscription_plan: .*\(PLAN-(KEYS|ENCODING)\)$/);
});

it("names every problem, and prints no value", async () => {
  const answer = await send("hosted", {
    pay_amount: successCard,
    pay_currency: successCard,
    [`f${successCard}`]: "1",
    pay_orderid: `${successCard} `,
  });
  expect(answer.msg).toContain("pay_currency: ");
  expect(answer.msg).toContain("pay_orderid: ");
  expect(answer.msg).toContain("f#: not a field");
  expect(answer.msg).not.toMatch(/4242/);
});
