import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { sqlite } from "@pay-index/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createGateway } from "../../packages/core/src/entries/adapter.ts";
import type { Gateway } from "../../packages/core/src/index.ts";
import { notificationFields, signFields, testOptions } from "../../packages/core/test/fixtures/test-shop.ts";
import { minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";

/** `.ci/long` sells more of them. */
const subscriptions = Number(process.env.SUBSCRIPTIONS ?? 50);
const cycles = 52;
const lanes = 16;

/** A shop on a SQLite file that writes one row for each cycle, in the transaction that ends the cycle's work. */
async function openShop() {
  const folder = await mkdtemp(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "pay-index-many-cycles-"),
  );
  const store = sqlite(join(folder, "shop.db"));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.transaction(async (tx) => tx.exec("CREATE TABLE renewals (reference TEXT, cycle INTEGER)"));
  const placeInTransaction = <Finished>(
    complete: (tx: DatabaseSync) => Promise<Finished>,
    [reference, cycle]: readonly [string, number],
  ) =>
    store.transaction(async (tx) => {
      const amount = await complete(tx);
      tx.prepare("INSERT INTO renewals VALUES (?, ?)").run(reference, cycle);
      return { placed: {}, amount } as const;
    });
  const forms: URLSearchParams[] = [];
  let now = Date.parse("2026-03-01T12:00:00.000Z");
  const gateway = createGateway<DatabaseSync>({
    options: testOptions,
    store,
    orders: {
      placeOrder: ({ payment, complete }) =>
        placeInTransaction((tx) => complete(tx, () => payment.amount), [payment.reference, 1]),
      placeRenewal: ({ payment, cycle, complete }) =>
        placeInTransaction(complete, [payment.reference, cycle.number]),
    },
    pages: { orderPage: ({ reference }) => `/orders/${reference}` },
    platform: {
      now: () => new Date(now),
      after: () => () => undefined,
      randomBytes,
      fetch: async (_, init) => {
        forms.push(new URLSearchParams(String(init?.body)));
        return Response.json({ status: 0, msg: "placed" });
      },
    },
  });
  const renewals = () =>
    store.transaction(async (tx) =>
      tx
        .prepare("SELECT COUNT(*) AS rows, COUNT(DISTINCT reference || '/' || cycle) AS cycles FROM renewals")
        .get(),
    );
  /** What came before its first payment waits, with growing pauses. */
  const catchUp = async () => {
    for (let round = 0; round < 100; round++) {
      now += 3_600_000;
      if ((await gateway.sweep()).jobs === 0) return;
    }
  };
  return { gateway, forms, renewals, catchUp };
}

type Message = readonly [form: URLSearchParams, cycle: number];

/** The same each time. */
function shuffle(messages: Message[]): Message[] {
  let seed = 1;
  for (let place = messages.length - 1; place > 0; place--) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (place + 1);
    [messages[place], messages[other]] = [messages[other] as Message, messages[place] as Message];
  }
  return messages;
}

async function send(gateway: Gateway, [form, cycle]: Message): Promise<string> {
  const said = signFields({
    ...notificationFields(form),
    transaction_id: `T${cycle}`,
    payment_transaction_id: `M${form.get("pay_orderid")}`,
    payment_period_count: String(cycle),
  });
  const [attemptId = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const bytes = new TextEncoder().encode(new URLSearchParams(said).toString());
  const body = { kind: "raw", bytes, contentType: undefined } as const;
  return (await gateway.receive({ attemptId, token, body })).body;
}

test(`${subscriptions} subscriptions, ${cycles} cycles each, shuffled and each sent twice: no renewal twice (B-07, B-47, B-48)`, async () => {
  const { gateway, forms, renewals, catchUp } = await openShop();
  const plan = { ...minimalSales.subscription.plan, type: "weekly" } as const;
  for (let number = 0; number < subscriptions; number++)
    await gateway.start({ ...minimalSales.subscription, reference: `tea-${number}`, plan });
  const once = forms.flatMap((form) =>
    Array.from({ length: cycles }, (_, index): Message => [form, index + 1]),
  );
  const queue = shuffle([...once, ...once]);
  const replies = new Set<string>();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop())
        replies.add(await send(gateway, next));
    }),
  );
  await catchUp();
  expect([...replies]).toEqual(["OK"]);
  expect(await renewals()).toEqual({ rows: subscriptions * cycles, cycles: subscriptions * cycles });
  expect((await gateway.reviewItems()).filter(({ kind }) => kind !== "no-result")).toEqual([]);
}, 300_000);
