import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { isPayIndexError, type PayIndexError } from "../../src/errors.ts";
import type { Merchant } from "../../src/options/merchant-list.ts";
import type { Options } from "../../src/options/options-schema.ts";
import { readOptions, type Settings } from "../../src/options/settings.ts";
import { variants } from "../../src/protocol/sale/sale.ts";
import { defaultSignRules } from "../../src/protocol/signature/notification-sign.ts";
import { revealSecret } from "../../src/secret.ts";
import { stringifyInEveryWay, waysThatShow } from "../fixtures/stringify-in-every-way.ts";

const key = "a-merchant-key-nobody-may-see";
const merchant = { id: "10002", key };
const good: Options = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [merchant],
};

function refusalOf(options: unknown): PayIndexError {
  try {
    readOptions(options as Options);
  } catch (error) {
    if (isPayIndexError(error, "options_invalid")) return error;
    throw error;
  }
  return expect.unreachable();
}
const pathsOf = (changed: object) => [
  ...new Set(refusalOf({ ...good, ...changed }).problems.map(({ path }) => path)),
];

/** The settings of options with a list of merchants. */
function readListed(options: Options): Settings & { readonly merchants: readonly Merchant[] } {
  const { merchants, ...settings } = readOptions(options);
  if (typeof merchants === "function") return expect.unreachable();
  return { ...settings, merchants };
}

test("a merchant serves the tenant default and every variant, and the website is that of the shop", () => {
  const { merchants, website, signRules } = readListed(good);
  expect(merchants).toMatchObject([{ id: "10002", tenant: "default", variants: new Set(variants) }]);
  expect([website, signRules]).toEqual(["https://shop.example", defaultSignRules]);
});

test("keys stay in the configured order, and cannot be printed (KEY-ROTATION, B-50)", () => {
  const previousKeys = ["older-key-nobody-may-see", "oldest-key-nobody-may-see"];
  const settings = readListed({ ...good, merchants: [{ ...merchant, previousKeys }] });
  const keys = settings.merchants[0]?.keys;
  expect(keys && [keys.current, ...keys.previous].map(revealSecret)).toEqual([key, ...previousKeys]);
  for (const [how, shown] of Object.entries(stringifyInEveryWay(settings)))
    expect(shown.includes("nobody"), how).toBe(false);
  expect(inspect(settings, { depth: 20, showHidden: true })).not.toContain("nobody");
});

test("slashes at the end of addresses are ignored, and the website is their origin or its option (REQ-WEBSITE)", () => {
  const addresses = { gateway: "https://gateway.example/", publicUrl: "https://shop.example:8443/a/b//" };
  expect(readOptions({ ...good, ...addresses })).toMatchObject({
    gateway: "https://gateway.example",
    publicUrl: "https://shop.example:8443/a/b",
    website: "https://shop.example:8443",
  });
  const website = "https://www.shop.example";
  expect(readOptions({ ...good, website: `${website}/` }).website).toBe(website);
});

/** Path, wrong values. Each is refused with exactly this path. */
const wrong: readonly (readonly [path: string, values: readonly unknown[]])[] = [
  ["gateway", [undefined, null, "", 7, "gateway.example", "ftp://gateway.example", "https://"]],
  ["gateway", ["https:gateway.example", "https:\\\\gateway.example", "https://user:pass@gateway.example"]],
  ["gateway", ["https://gateway.example?a=b", "https://gateway.example#a", "https://gateway.example/a b"]],
  ["gateway", [" https://gateway.example", "https://gateway.example\n", "https://gate\tway.example"]],
  ["gateway", ["javascript:alert(1)", "https://gateway.example/\u0000", "https://gateway.example/PAY_INDEX"]],
  ["gateway", ["https://gateway.example/pay_index", "https://gateway.example/base/pay_index/"]],
  ["publicUrl", [undefined, "/pay", "https://shop.example/pay?x=1", "https://shop.example/a&b"]],
  ["publicUrl", ["https://shop.example/\\pay", "https://shop.example/pay#x"]],
  ["website", ["shop.example", "", "https://shop.example/a b"]],
  ["merchants", [undefined, [], {}, "10002", null]],
  ["sandbox", ["true", 1, null]],
  ["acceptRawCards", ["yes", 1]],
  ["bankCode", ["0", "00", "", "9&1", "9 1", 901]],
  ["language", ["", " ", "\n", "e\u0000n", 7, "x".repeat(101)]],
  ["system", ["", " \t", "a\nb", "x".repeat(101)]],
  ["timeZone", ["", "Mars/Olympus", 8]],
  ["planEncoding", ["list", true]],
  ["signRules", [[], "received"]],
  ["signRules.0", [["any"], [null]]],
  ["apmMethods", [[], "alipay"]],
  ["apmMethods.1", [["alipay", ""]]],
  ["timeout", [0, -1, 121, Number.NaN, Number.POSITIVE_INFINITY, "30"]],
  ["replyWithin", [0, 9.5, "5"]],
  ["reuseFor", [0, 86_401]],
  ["unknownHold", [0, 30 * 86_400 + 1]],
  ["noResultAfter", [0, -5]],
  ["attemptsPerHour", [0, 1.5, -1, 10_001]],
  ["cycleMargin", [0, 31 * 86_400, "a day"]],
  ["retention", [0, "forever"]],
  ["alerts", [true, () => undefined]],
  ["alerts.send", [{ send: "mail" }]],
  ["alerts.overdueAfter", [{ send: () => undefined, overdueAfter: -1 }]],
  ["alerts.groupFor", [{ send: () => undefined, groupFor: 86_401 }]],
  ["alerts.staffUrl", [{ send: () => undefined, staffUrl: "/staff" }]],
  [
    "alerts.digest.at",
    [{}, { at: "8:00" }, { at: "24:00" }].map((digest) => ({ send: () => undefined, digest })),
  ],
  ["alerts.digest.timeZone", [{ send: () => undefined, digest: { at: "08:00", timeZone: "Mars" } }]],
  ["unsignedNotifications", ["accept"]],
  ["acknowledgement", ["", "OK ", "OK\nOK", "x".repeat(101)]],
  ["amountMismatch.acceptOverpayment", [{ acceptOverpayment: 100 }]],
  ["amountMismatch.acceptOverpayment.USD", [{ acceptOverpayment: { USD: 0.5 } }]],
  ["amountMismatch.acceptUnderpayment.EURO", [{ acceptUnderpayment: { EURO: 1 } }]],
  ["amountMismatch.acceptUnderpayment.USD", [{ acceptUnderpayment: { USD: -1 } }]],
  ["amountMismatch.accept", [{ accept: {} }]],
];

test.each(wrong)("%s is refused at its path (SIG-AMPERSAND): %j", (path, values) => {
  const [name = ""] = path.split(".");
  for (const value of values) expect(pathsOf({ [name]: value })).toEqual([path]);
});

// "fail" is in "failure", and many gateways look for their word anywhere in the reply.
test.each(["fail", "FAIL", "un", "later"])(
  "the acknowledgement %s is refused, because the reply of a refusal contains it (REP-OK)",
  (acknowledgement) => {
    const message = expect.stringContaining("failure");
    expect(refusalOf({ ...good, acknowledgement }).problems).toEqual([{ path: "acknowledgement", message }]);
  },
);

test.each(["OK", "success", '{"code":"SUCCESS"}', "x".repeat(100)])(
  "the acknowledgement %s is allowed",
  (text) => {
    expect(readOptions({ ...good, acknowledgement: text }).acknowledgement).toBe(text);
  },
);

/** No text of a key may be said. */
const wrongOfMerchant: readonly (readonly [path: string, changes: readonly object[]])[] = [
  ["id", [undefined, "", 10_002, "100&02", "100 02", "10002\u0000", "x".repeat(101)].map((id) => ({ id }))],
  [
    "key",
    [undefined, "", " nobody", "nobody\n", "nobody".repeat(100)].map((wrongKey) => ({ key: wrongKey })),
  ],
  ["previousKeys.1", [{ previousKeys: [key, ""] }]],
  ["previousKeys", [{ previousKeys: ["a", "b", "c", "d", "e", "f"] }]],
  ["variants", [{ variants: [] }]],
  ["variants.1", [{ variants: ["card", "paypal"] }]],
  ["tenant", [{ tenant: "" }, { tenant: " " }]],
  ["secret", [{ secret: "nobody" }]],
];

test.each(wrongOfMerchant)("a merchant's %s is refused at its path, without a key", (name, changes) => {
  for (const changed of changes) {
    const first = { ...merchant, id: "1", variants: ["link"] };
    const error = refusalOf({ ...good, merchants: [first, { ...merchant, variants: ["card"], ...changed }] });
    expect(new Set(error.problems.map(({ path }) => path))).toEqual(new Set([`merchants.1.${name}`]));
    expectNoKey(error);
  }
});

function expectNoKey(error: PayIndexError, text = "nobody"): void {
  expect(waysThatShow(error, (shown) => shown.includes(text))).toEqual([]);
}

test("the error for a gateway with the endpoint's path names the right value", () => {
  const [problem] = refusalOf({ ...good, gateway: "https://gateway.example/pay_index" }).problems;
  expect(problem?.message).toContain("write https://gateway.example, not https://gateway.example/pay_index");
  expect(readOptions({ ...good, gateway: "https://gateway.example/pay_index_v2" }).gateway).toBe(
    "https://gateway.example/pay_index_v2",
  );
});

test("readOptions reports all problems at once, also unknown options, which can be typing mistakes", () => {
  const wrongAll = { gatway: 1, gateway: "x", merchants: [{ id: "a b" }], timeout: 0 };
  const paths = refusalOf(wrongAll).problems.map(({ path }) => path);
  const expected = ["gateway", "gatway", "merchants.0.id", "merchants.0.key", "publicUrl", "timeout"];
  expect(paths.sort()).toEqual(expected);
});

describe("http URLs and published keys require sandbox: true (REQ-URL)", () => {
  const published = "sandbox-hosted-key";
  const cases: [string, object, string][] = [
    ["HTTP in capitals", { gateway: "HTTP://gateway.example" }, "gateway"],
    ["http on this machine", { gateway: "http://localhost:4400" }, "gateway"],
    ["http as the website", { website: "Http://shop.example" }, "website"],
    ["a published key", { merchants: [{ id: "1", key: published }] }, "merchants.0.key"],
    [
      "a published key as a previous one",
      { merchants: [{ id: "1", key, previousKeys: [key, published] }] },
      "merchants.0.previousKeys.1",
    ],
  ];

  test.each(cases)("%s", (_, changed, path) => {
    expect(pathsOf(changed)).toEqual([path]);
    expect(readOptions({ ...good, ...changed, sandbox: true }).sandbox).toBe(true);
  });

  test("a real key that begins like a published one is accepted", () => {
    expect(
      readOptions({ ...good, merchants: [{ id: "1", key: "sandbox-like-but-real" }] }).merchants,
    ).toHaveLength(1);
  });
});

describe("a merchant key that can be guessed needs sandbox: true (KEY-LENGTH)", () => {
  test.each([
    ["15 characters", "nobody-sees-15c"],
    ["one character", "n"],
    ["one character 32 times", "n".repeat(32)],
    ["four characters repeatedly", "nobo".repeat(6)],
    ["four characters repeatedly, the last time in part", `${"nobo".repeat(6)}no`],
  ])("%s", (_, weak) => {
    for (const [path, keys] of [
      ["merchants.0.key", { key: weak }],
      ["merchants.0.previousKeys.1", { key, previousKeys: [key, weak] }],
    ] satisfies [string, object][]) {
      const merchants = [{ id: "1", ...keys } as typeof merchant];
      const error = refusalOf({ ...good, merchants });
      expect(error.problems.map((problem) => problem.path)).toEqual([path]);
      expect(error.problems[0]?.message).toMatch(/can be guessed\b.*from the gateway/);
      if (weak.length > 1) expectNoKey(error, weak);
      expect(readOptions({ ...good, merchants, sandbox: true }).merchants).toHaveLength(1);
    }
  });

  test("a key of 16 characters is accepted", () => {
    const merchants = [{ id: "1", key: "9f3k2m8xq7w1z5ba", previousKeys: ["0123456789abcdef"] }];
    expect(readOptions({ ...good, merchants }).merchants).toHaveLength(1);
  });
});

describe("the merchant of each variant and tenant", () => {
  const of = (id: string, ...served: readonly string[]) => ({ id, key, variants: served });
  const otherKey = "another-key-that-is-long";

  test.each<[string, object[], string[]]>([
    ["a variant of a merchant that serves all of them", [{ id: "1", key }, of("2", "apm")], ["variants"]],
    [
      "one merchant id with two sets of keys",
      [of("1", "card"), { ...of("1", "link"), key: otherKey }],
      ["id"],
    ],
  ])("%s is refused at the second merchant", (_, merchants, names) => {
    expect(pathsOf({ merchants }).sort()).toEqual(names.map((name) => `merchants.1.${name}`));
  });

  test("each tenant and each of the five variants can have its own merchant (B-44)", () => {
    const tenants = [undefined, "eu", "us"].map((tenant) => ({ id: "1", key, ...(tenant && { tenant }) }));
    const listed = readListed({ ...good, merchants: tenants }).merchants;
    expect(listed.map(({ tenant }) => tenant)).toEqual(["default", "eu", "us"]);
    const merchants = variants.map((variant, index) => ({ id: String(index), key, variants: [variant] }));
    expect(readOptions({ ...good, merchants }).merchants).toHaveLength(5);
  });
});
