import { expect, test } from "vitest";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

const lastPart = (form: URLSearchParams, field: string) => (form.get(field) ?? "").split("/").at(-1) ?? "";

async function storedAttempt({ store }: TestShop) {
  const [attempt] = (await loadAllAttempts(store)).attempts;
  if (attempt === undefined) throw new Error("There is no attempt.");
  return attempt;
}

/** Every way in which the tests look for a token: as it is, and in lower case. */
function holds(text: string, token: string): boolean {
  return text.toUpperCase().includes(token.toUpperCase());
}

/** Starts a sale at a gateway whose answer is made from what it was sent. */
async function echoed(answer: (form: URLSearchParams) => unknown) {
  const shop = new TestShop();
  shop.answer = (form) => Response.json(answer(form));
  const { url, state } = await shop.gateway.start(hostedSaleInput());
  const form = shop.lastForm;
  const tokens = { notify: lastPart(form, "pay_notifyurl"), return: lastPart(form, "pay_callbackurl") };
  return { shop, url, state, stored: await storedAttempt(shop), tokens };
}

async function everythingShown({ shop, stored }: Awaited<ReturnType<typeof echoed>>): Promise<string> {
  return JSON.stringify([shop.events, stored.facts, await shop.gateway.status({ reference: "order-1" })]);
}

const notifyUrl = (form: URLSearchParams) => form.get("pay_notifyurl") ?? "";
const returnUrl = (form: URLSearchParams) => form.get("pay_callbackurl") ?? "";
const percentEncoded = (text: string) =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`).join("");
/** The address with something in the middle of its token. */
const parted = (address: string, by: string) => `${address.slice(0, -13)}${by}${address.slice(-13)}`;

test.each([0, 2, "error"])(
  "a stored msg with status %s contains no URL tokens (URL-TOKENS)",
  async (status) => {
    const all = await echoed((form) => ({ status, msg: `bad ${notifyUrl(form)} or ${returnUrl(form)}` }));
    const shown = await everythingShown(all);
    expect(holds(shown, all.tokens.notify)).toBe(false);
    expect(holds(shown, all.tokens.return)).toBe(false);
    expect(all.stored.facts).toMatchObject([
      { source: "response", text: expect.stringContaining("[token]") },
    ]);
  },
);

test.each<[string, (form: URLSearchParams) => string]>([
  ["at the limit of 200 characters", (form) => `${"x".repeat(190)} ${lastPart(form, "pay_notifyurl")}`],
  ["in lower case", (form) => notifyUrl(form).toLowerCase()],
  ["percent-encoded", (form) => percentEncoded(notifyUrl(form))],
  ["percent-encoded twice", (form) => encodeURIComponent(percentEncoded(notifyUrl(form)))],
  ["in base 64", (form) => Buffer.from(notifyUrl(form)).toString("base64")],
  ["in hexadecimal", (form) => Buffer.from(notifyUrl(form)).toString("hex")],
  ["in two lines", (form) => parted(notifyUrl(form), "\n")],
  ["in two parts", (form) => parted(notifyUrl(form), " - ")],
])("a msg with the notify token %s is masked before it is stored (URL-TOKENS)", async (_, echo) => {
  const all = await echoed((form) => ({ status: 2, msg: `sent: ${echo(form)}` }));
  expect(all.stored.facts).toMatchObject([{ outcome: "declined", text: expect.any(String) }]);
  const shown = await everythingShown(all);
  expect(shown).not.toContain(echo(all.shop.lastForm).slice(-40));
  expect(holds(shown, all.tokens.notify.slice(0, 6))).toBe(false);
});

test.each<[string, (form: URLSearchParams) => string]>([
  ["in the query", (form) => `?back=${notifyUrl(form)}`],
  ["in the query, encoded", (form) => `?back=${encodeURIComponent(notifyUrl(form))}`],
  ["in the path", (form) => `/${lastPart(form, "pay_notifyurl")}/pay`],
  ["in the fragment", (form) => `#${notifyUrl(form)}`],
  ["in lower case", (form) => `?t=${lastPart(form, "pay_notifyurl").toLowerCase()}`],
  ["percent-encoded", (form) => `?t=${percentEncoded(lastPart(form, "pay_notifyurl"))}`],
  ["encoded twice", (form) => `?t=${encodeURIComponent(percentEncoded(notifyUrl(form)))}`],
  ["in base 64", (form) => `?t=${Buffer.from(notifyUrl(form)).toString("base64url")}`],
  ["parted by a tab", (form) => `?t=${parted(notifyUrl(form), "\t")}`],
  ["parted by a line break", (form) => `?t=${parted(notifyUrl(form), "\r\n")}`],
])("a url with the notify token %s is not used (URL-TOKENS, RES-URL)", async (_, rest) => {
  const all = await echoed((form) => ({ status: 1, url: `https://gateway.test/page${rest(form)}` }));
  expect(all).toMatchObject({ state: "unreachable", url: "/retry/order-1" });
  expect(all.stored.facts).toMatchObject([{ outcome: "unknown", reason: "notify_token" }]);
  expect(holds(await everythingShown(all), all.tokens.notify)).toBe(false);
});

test("a url with the return token is used, because the gateway's page needs it to return the buyer (RES-URL)", async () => {
  const url = (form: URLSearchParams) =>
    `https://gateway.test/page?back=${encodeURIComponent(returnUrl(form))}`;
  const all = await echoed((form) => ({ status: 1, url: url(form) }));
  expect(all).toMatchObject({ state: "redirect", url: url(all.shop.lastForm) });
  const again = await all.shop.gateway.start(hostedSaleInput());
  expect(again).toMatchObject({ reused: true, url: all.url });
  const shown = JSON.stringify([all.shop.events, await all.shop.gateway.status({ reference: "order-1" })]);
  expect(holds(shown, all.tokens.return)).toBe(false);
});

test("a notification that repeats its own address shows staff no token (URL-TOKENS)", async () => {
  const shop = new TestShop();
  shop.answer = redirectResponse("https://gateway.test/page/1");
  await shop.gateway.start(hostedSaleInput());
  const form = shop.lastForm;
  const token = lastPart(form, "pay_notifyurl");
  const reply = await shop.notify({
    transaction_id: `T-${token}`,
    amount: lastPart(form, "pay_callbackurl"),
  });
  expect(reply.body).toBe("OK");
  await shop.post({
    memberid: "10002",
    orderid: form.get("pay_orderid") ?? "",
    transaction_id: notifyUrl(form),
  });
  const stored = await storedAttempt(shop);
  expect(stored.quarantine).toHaveLength(1);
  const shown = JSON.stringify([shop.events, stored, await shop.gateway.status({ reference: "order-1" })]);
  expect(holds(shown, token)).toBe(false);
});
