import { describe, expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

type Fields = Record<string, string>;

const merchants = [
  { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] },
  { id: "10003", key: "sandbox-link-key", variants: ["link" as const] },
];

async function problemOf(send: (fields: Fields) => Fields, options = {}): Promise<string> {
  const shop = await startPayment(new TestShop(options));
  expect(await shop.post(send(notificationFields(shop.lastForm)))).toMatchObject({
    status: 401,
    body: "mismatch",
  });
  const [item] = await shop.gateway.reviewItems();
  const text = item?.problem.message ?? "";
  const events = shop.events.filter(({ event }) => event.startsWith("notification"));
  expect(events.map(({ event }) => event)).toEqual(["notifications-not-verified", "notification-refused"]);
  for (const event of events) expect(text).toContain((event as { message: string }).message);
  expect((await shop.gateway.health()).notVerified).toBe(text);
  return text;
}

describe("a sign that does not match is explained in the event, the item and the health (NSIG-EXPLAIN)", () => {
  const changed = { amount: "19.9900", true_amount: "19.9900" };

  test.each<[string, (fields: Fields) => Fields, object, string]>([
    [
      "a rule that is not allowed",
      (fields) => ({ ...signFields(fields), msg: "added" }),
      { signRules: ["received"] },
      "The sign fits if the option signRules contains fields.",
    ],
    [
      "a field that is not signed",
      (fields) => ({ ...signFields({ ...fields, currency: "" }), currency: "USD" }),
      {},
      "The sign fits if currency is left out.",
    ],
    [
      "amounts that were changed on the way",
      (fields) => ({ ...signFields(fields), ...changed }),
      {},
      "The sign fits if the amounts are written as they were sent, 19.99.",
    ],
    [
      "the key of another merchant",
      (fields) => signFields(fields, "sandbox-link-key"),
      { merchants },
      "The sign fits if the key of merchant 10003 is used.",
    ],
    ["an unknown key", (fields) => signFields(fields, "nobody-knows"), {}, "probably another key signed it"],
  ])("%s", async (...[, send, options, text]) => {
    const problem = await problemOf(send, options);
    expect(problem).toContain(text);
    expect(problem).not.toMatch(/sandbox-\w+-key/);
  });

  test("a body with many fields is not explained, because each guess takes time", async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, "1"]));
    const problem = await problemOf((fields) => ({ ...fields, ...many, sign: "0".repeat(32) })).catch(
      (error: Error) => error.message,
    );
    expect(problem).not.toContain("The sign fits");
  });
});

test("the event notifications-not-verified (NSIG-EXPLAIN) is emitted once for each merchant, and not once a notification of the merchant has verified", async () => {
  const [shop, verified] = [await startPayment(), await startPayment()];
  await verified.notify();
  await verified.gateway.start(hostedSaleInput("order-2"));
  for (const [each, count] of [
    [shop, 1],
    [verified, 0],
  ] as const) {
    const wrong = signFields(notificationFields(each.lastForm), "another-key-12345");
    for (let times = 0; times < 2; times++) await each.post(wrong);
    expect(each.events.filter(({ event }) => event === "notifications-not-verified")).toHaveLength(count);
  }
});

test("the text of a failure is stored masked, and the timeline says that it is not signed (NOT-MSG)", async () => {
  const shop = await startPayment();
  const fields = signFields({ ...notificationFields(shop.lastForm), returncode: "2" });
  const msg = `<b>No</b> card 4242 4242 4242 4242 of ada@example.com ${"x".repeat(10_000)}`;
  expect((await shop.post({ ...fields, msg })).body).toBe("OK");
  expect(await shop.state()).toBe("failed");
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  const text = attempts[0]?.timeline.at(-1)?.text ?? "";
  expect(text).toContain("The gateway's text, which is not signed: <b>No</b> card [digits] of [e-mail]");
  expect(text.length).toBeLessThan(400);
  await shop.post({ ...fields, msg: "another text" });
  expect((await shop.gateway.status({ reference: "order-1" })).attempts[0]?.timeline).toHaveLength(3);
});

test("the text of a success is not stored, and a signed text is shown as such (NOT-MSG)", async () => {
  const shop = await startPayment();
  await shop.notify({ returncode: "2", transaction_id: "T0", msg: "declined" });
  await shop.post({ ...signFields(notificationFields(shop.lastForm)), msg: "thanks" });
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  const texts = attempts[0]?.timeline.map(({ text }) => text).join("\n");
  expect(texts).toContain("The gateway's text: declined");
  expect(texts).not.toContain("thanks");
});
