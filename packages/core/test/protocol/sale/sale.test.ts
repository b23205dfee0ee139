import { describe, expect, test } from "vitest";
import { isPayIndexError, type PayIndexError } from "../../../src/errors.ts";
import { CardDetails } from "../../../src/protocol/sale/card.ts";
import { checkSale, type Sale, variants } from "../../../src/protocol/sale/sale.ts";
import { showsCardNumber, waysThatShow } from "../../fixtures/stringify-in-every-way.ts";
import { completeSales, exampleCard, minimalSales, now } from "./example-sales.ts";

const check = (sale: unknown) => checkSale(sale as Sale, now);

function refusalOf(sale: unknown): PayIndexError {
  try {
    check(sale);
  } catch (error) {
    if (isPayIndexError(error, "sale_invalid")) return error;
    throw error;
  }
  return expect.unreachable();
}
/** Each field has one problem, whatever is wrong with it. */
const pathsOf = (sale: unknown) =>
  refusalOf(sale)
    .problems.map(({ path }) => path)
    .sort();

const withBuyer = (changes: object) => ({
  ...minimalSales.hosted,
  buyer: { ...minimalSales.hosted.buyer, ...changes },
});

const buyerPaths = ["country", "email", "firstName", "ip", "lastName", "phone", "userAgent"].map(
  (name) => `buyer.${name}`,
);

test.each(variants)("%s: the shortest and the longest sales are accepted without a warning", (variant) => {
  expect(check(minimalSales[variant]).warnings).toEqual([]);
  expect(check(completeSales[variant]).warnings).toEqual([]);
});

describe("the error names all missing fields at once (REQ-REQUIRED)", () => {
  test.each([
    ["card", ["amount", "buyer", "card", "items", "reference"]],
    ["hosted", ["amount", "buyer", "reference"]],
    ["link", ["amount", "buyer", "reference"]],
    ["subscription", ["amount", "buyer", "card", "items", "plan", "reference"]],
    ["apm", ["amount", "buyer", "reference"]],
  ])("%s with nothing", (variant, paths) => {
    expect(pathsOf({ variant })).toEqual(paths);
  });

  test.each(variants)("%s with empty parts", (variant) => {
    const parts = { buyer: {}, amount: {}, reference: " " };
    expect(pathsOf({ ...minimalSales[variant], ...parts })).toEqual(
      [...buyerPaths, "amount.currency", "amount.minor", "reference"].sort(),
    );
  });

  test("a plan and items without any field", () => {
    const item = { name: "Tea", price: 1, quantity: 1 };
    expect(pathsOf({ ...minimalSales.subscription, plan: {}, items: [{}, item, {}] })).toEqual([
      ...["name", "price", "quantity"].map((name) => `items.0.${name}`),
      ...["name", "price", "quantity"].map((name) => `items.2.${name}`),
      ...["attempts", "description", "id", "name", "type"].map((name) => `plan.${name}`),
    ]);
  });

  test.each<[unknown]>([
    ...[[undefined], [null], ["hosted"], [[minimalSales.hosted]], [() => minimalSales.hosted]],
    ...[[{}], [{ variant: "paypal" }]],
  ] as [unknown][])("%j is not a sale of any variant", (sale) => {
    expect(refusalOf(sale).problems).toHaveLength(1);
  });
});

describe("a field that the variant does not have is refused by its path, never dropped (REQ-CARD, REQ-HOSTED, REQ-LINK, REQ-SUBSCRIPTION, REQ-APM)", () => {
  const foreign = {
    card: ["plan", "method", "appScheme"],
    hosted: ["card", "plan", "method", "appScheme"],
    link: ["card", "plan", "method", "appScheme"],
    subscription: ["shipping", "method", "appScheme"],
    apm: ["card", "plan"],
  } as const;
  const values = {
    card: exampleCard(),
    plan: minimalSales.subscription.plan,
    method: "alipay",
    appScheme: "myshop",
    shipping: { city: "Leeds" },
  };
  test.each(variants)("%s with all of them and unknown fields at any place", (variant) => {
    const sale = {
      ...minimalSales[variant],
      ...values,
      ...minimalSales[variant],
      pay_type: "link",
      money: 1,
      amount: { ...minimalSales[variant].amount, cents: 1 },
      buyer: { ...minimalSales[variant].buyer, age: 7 },
      billing: { country: "GB" },
      items: [{ name: "Tea", price: 1999, quantity: 1, productName: "Tea" }],
    };
    const { [variant]: names } = foreign;
    expect(pathsOf(sale)).toEqual(
      [
        ...names,
        "money",
        "billing.country",
        "buyer.age",
        "items.0.productName",
        "amount.cents",
        "pay_type",
      ].sort(),
    );
  });

  test("an inherited property of Object.prototype is refused", () => {
    expect(
      pathsOf(Object.assign(JSON.parse('{"__proto__":{"method":"alipay"}}'), minimalSales.hosted)),
    ).toEqual(["__proto__"]);
  });
});

/** Path, wrong values. Each is refused at exactly this path. */
const wrong: readonly (readonly [path: string, values: readonly unknown[]])[] = [
  ["amount.minor", [0, -1, 19.5, "1999", Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1]],
  ["amount.currency", ["usd", "US", "XXX", "DEM", "", undefined, 840]],
  ["buyer.email", ["ada", "ada@", "a b@shop.example", `${"a".repeat(250)}@b.example`, " "]],
  ["buyer.phone", ["none", " ", "1".repeat(51)]],
  ["buyer.country", ["gb", "GBR", "G1"]],
  ["buyer.ip", ["localhost", "192.0.2.256", "192.0.2.7:80", "192.0.2.7, 10.0.0.1", "::ffff:192.0.2.256", ""]],
  ["buyer.userAgent", ["", " \u0000 "]],
  [
    "buyer.firstName",
    ["a".repeat(256), "", 7, "A\u0000B", "A\nB", "A\t.", "\u001B[2J", "\u007F", "A\u0085B"],
  ],
  ["buyer.lastName", [null, "\uD83D", "\uDE00", "a\uD800b"]],
  ["buyer.language", [""]],
  ["shipping.country", ["ie"]],
  ["website", ["", "shop.example", "ftp://shop.example", "javascript:alert(1)", "//shop.example"]],
  [
    "website",
    ["https:shop.example", "https:\\\\shop.example", "https://", "https://ada:secret@shop.example"],
  ],
  ["website", ["https://sh\top.example", "https://shop.example/a b"]],
  ["website", [`https://shop.example/${"a".repeat(2048)}`]],
  ["items", [[], Array(501).fill({ name: "a", price: 1, quantity: 1 })]],
  ["items.0.name", [""]],
  ["items.0.price", [1.5, -1, "19.99"]],
  ["items.0.quantity", [0, 1.5, "1.5", " 0 ", "1 2", "1e3", " ", "9".repeat(17), null]],
  ["items.0.image", ["tea.png", "javascript:alert(1)", "https://shop.example/\u0000"]],
  ["plan.attempts", [1.5]],
  ["plan.intervalTime", [0.5, "3600"]],
  ["plan.firstPeriodAmount", [-1, 0.5]],
  ["method", [7]],
  ["appScheme", ["javascript:alert(1)", "my shop", "://pay", "1shop", "https", "https://evil.example"]],
];

test.each(wrong)(
  "%s is refused at its path (REQ-AMOUNT, REQ-CURRENCY, REQ-WEBSITE, PLAN-KEYS, PLAN-TYPE, PROD-ITEM): %j",
  (path, values) => {
    const variant = path.startsWith("plan") ? "subscription" : "apm";
    const sale = { ...minimalSales[variant], items: [{ name: "Tea", price: 1, quantity: 1 }] };
    for (const value of values) expect(pathsOf(changedAt(sale, path.split("."), value))).toEqual([path]);
  },
);

function changedAt(of: object, [name = "", ...rest]: readonly string[], value: unknown): object {
  const next = rest.length === 0 ? value : changedAt(Reflect.get(of, name) ?? {}, rest, value);
  return Array.isArray(of) ? [next] : { ...of, [name]: next };
}

test.each<[string, string]>([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["::1", "::1"],
  [" 192.0.2.7 ", "192.0.2.7"],
])("the address %j is sent as %s (REQ-IP)", (ip, sent) => {
  expect(check(withBuyer({ ip })).sale.buyer.ip).toBe(sent);
});

test.each<[string, string, string]>([
  ["of 513 characters is cut", "x".repeat(513), "x".repeat(512)],
  ["of 512 characters is not", "x".repeat(512), "x".repeat(512)],
  ["that is cut in half a surrogate pair stays text", `${"x".repeat(511)}😀`, `${"x".repeat(511)}\uFFFD`],
  ["with control characters stops no sale", "Mozilla\t5.0\u0085\r\nX: y\u0000", "Mozilla 5.0 X: y"],
  ["behind many blanks is found", `${" ".repeat(600)}curl`, "curl"],
])("a User-Agent %s (REQ-IP)", (_, userAgent, sent) => {
  expect(check(withBuyer({ userAgent })).sale.buyer.userAgent).toBe(sent);
});

test.each([
  "https://shop.example",
  "http://shop.example/a?b=c",
  "HTTPS://SHOP.example",
  "https://münchen.example/über",
])("%s is an address of a shop (REQ-WEBSITE)", (website) => {
  expect(check({ ...minimalSales.hosted, website }).sale.website).toBe(website);
});

test("the snapshot must be JSON", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(pathsOf({ ...minimalSales.hosted, snapshot: circle })).toEqual(["snapshot"]);
  expect(check({ ...minimalSales.hosted, snapshot: { channel: 7 } }).sale.snapshot).toEqual({ channel: 7 });
});

test("the default tenant is default", () => {
  expect(check(minimalSales.hosted).sale.tenant).toBe("default");
  expect(check({ ...minimalSales.hosted, tenant: "eu" }).sale.tenant).toBe("eu");
});

describe("cards", () => {
  test.each([
    ["the text", "4242424242424242"],
    ["plain fields", { number: "4242424242424242", month: "12", year: "2030", cvv: "987" }],
    ["a clone", structuredClone(exampleCard())],
    ["a fake", Object.assign(Object.create(null), { passesLuhn: true, isExpired: () => false })],
  ])("%s instead of a card is refused", (_, value) => {
    expect(pathsOf({ ...minimalSales.card, card: value })).toEqual(["card"]);
  });
});

describe("an error about a sale never contains a digit of the card (B-50)", () => {
  const number = "4242424242424242";
  /** Says where a card shows, and not which. */
  const expectNoCard = (error: PayIndexError) =>
    expect(waysThatShow(error, (text) => showsCardNumber(text, number))).toEqual([]);

  const everywhere = {
    tenant: [number],
    reference: Number(number),
    amount: { minor: number, currency: number, [number]: number },
    buyer: Object.fromEntries(
      [...Object.keys(minimalSales.hosted.buyer), "language", number].map((name) => [name, [number]]),
    ),
    billing: { street1: { number }, city: [number], [number]: 1, [number.replace(/.{4}/g, "$& ")]: 1 },
    shipping: { firstName: Number(number), [number]: 1 },
    website: number,
    snapshot: { number: () => number },
    items: [{ name: [number], price: number, quantity: number, image: number, [number]: number }, number],
    card: number,
    plan: { id: number, type: number, attempts: number, intervalTime: number, name: [number], [number]: 1 },
    method: [number],
    appScheme: number,
    [number]: number,
    [`card_${number}`]: 1,
    [`_${number}`]: 1,
  };

  test.each(variants)("%s", (variant) => {
    const error = refusalOf({ ...everywhere, variant });
    expect(error.problems.length).toBeGreaterThan(15);
    expectNoCard(error);
  });

  test("as the variant, or as the whole sale", () => {
    for (const sale of [number, Number(number), [number], { variant: number }, { [number]: number }])
      expectNoCard(refusalOf(sale));
  });

  test("with a real card beside other faults", () => {
    const real = CardDetails.of({ number, month: "01", year: "2020", cvv: "987" });
    expectNoCard(refusalOf({ ...minimalSales.card, card: real, reference: "" }));
  });
});

test.each([..."myshop://pay?x=1 com.shop.app operations filemanager chromeshop teleshop msshop".split(" ")])(
  "an app scheme that at most begins like one of a browser is accepted: %s (REQ-APPSCHEME)",
  (appScheme) => {
    expect(check({ ...minimalSales.apm, appScheme }).sale).toMatchObject({ appScheme });
  },
);

test.each([
  "intent://x#Intent;scheme=zz;S.browser_fallback_url=https%3A%2F%2Fevil.example;end",
  ...["googlechrome://navigate?url=https://evil.example", "googlechromes", "googlechrome-x-callback://x"],
  ...["microsoft-edge", "microsoft-edge-holographic://evil.example", "x-safari-https://evil.example"],
  ...["opera-http://evil.example", "ftp://evil.example", "view-source://evil.example", "ms-word"],
  ...["android-app://com.example", "tel", "opera", "firefox", "JavaScript://x", "data", "file://etc"],
])("an app scheme that a browser would act on is refused: %s (REQ-APPSCHEME)", (appScheme) => {
  expect(pathsOf({ ...completeSales.apm, appScheme })).toEqual(["appScheme"]);
});
