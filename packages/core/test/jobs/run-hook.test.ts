import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

/** A shop whose `onPaid` hangs until `end` is called, and a paid order. */
async function hangingShop(more: ConstructorParameters<typeof TestShop>[0] = {}) {
  const shop = new TestShop(more);
  let end: () => void = () => undefined;
  let calls = 0;
  shop.placeOrder = ({ key, runHook }) =>
    runHook("onPaid", async () => {
      calls++;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      shop.placed.push(key);
      return { placed: {} };
    });
  await shop.gateway.start(hostedSaleInput());
  return { shop, end: () => end(), calls: () => calls };
}

const flush = () => new Promise((resolve) => setImmediate(resolve));
const job = { event: "job-postponed", kind: "place-order", reference: "order-1" };

test("a hook that does not end has failed after hookTimeout, and its job runs again (ENG-HOOK-LIMIT)", async () => {
  const { shop, calls } = await hangingShop({ replyWithin: 9 });
  const reply = shop.notify();
  await flush();
  await shop.elapse(10);
  expect(await reply).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("paid");
  expect(shop.events).toContainEqual(
    expect.objectContaining({
      ...job,
      error: {
        code: "hook_timeout",
        message: expect.stringMatching(/^onPaid did not end within 10 seconds/),
      },
    }),
  );
  shop.placeOrder = async ({ key, runHook }) => {
    shop.placed.push(await runHook("onPaid", () => key));
    return { placed: {} };
  };
  shop.pass(11);
  await shop.gateway.sweep();
  expect(shop.placed).toHaveLength(1);
  expect(calls()).toBe(1);
});

test("what a hook does after its limit does not complete its job (ENG-HOOK-LIMIT)", async () => {
  const { shop, end } = await hangingShop({ hookTimeout: 3 });
  const reply = shop.notify();
  await flush();
  await shop.elapse(3);
  await reply;
  end();
  await flush();
  const { jobs } = await shop.store.load({ tenant: "default", reference: "order-1" }, { newest: 1 });
  expect(jobs.find(({ kind }) => kind === "place-order")).toMatchObject({ status: "due", tries: 1 });
  expect(shop.events.some(({ event }) => event === "job-completed")).toBe(false);
});

test("another payment goes on while a hook hangs (ENG-HOOK-LIMIT)", async () => {
  const { shop, end } = await hangingShop();
  const first = shop.notify();
  await flush();
  shop.placeOrder = async ({ key }) => {
    shop.placed.push(key);
    return { placed: {} };
  };
  await shop.gateway.start(hostedSaleInput("order-2"));
  await shop.notify({ transaction_id: "t2" });
  expect(await shop.state("order-2")).toBe("paid");
  expect(shop.placed).toHaveLength(1);
  end();
  await first;
});

test("staff read the name of the hook when its job is given up (ENG-HOOK-LIMIT)", async () => {
  const { shop } = await hangingShop();
  const reply = shop.notify();
  await flush();
  await shop.elapse(10);
  await reply;
  for (let run = 1; run < 10; run++) {
    shop.pass(3600);
    const sweep = shop.gateway.sweep();
    await flush();
    await shop.elapse(10);
    await sweep;
  }
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({ kind: "order-not-placed", problem: { code: "hook_timeout" } });
  expect(item?.problem.message).toContain("onPaid did not end within 10 seconds");
});

test("a hook that throws in time is not changed by the limit", async () => {
  const shop = await startPayment();
  shop.placeOrder = ({ runHook }) => runHook("onPaid", () => Promise.reject(new Error("No disk.")));
  await shop.notify();
  const error = expect.objectContaining({ message: "No disk." });
  expect(shop.events).toContainEqual(expect.objectContaining({ ...job, error }));
});
