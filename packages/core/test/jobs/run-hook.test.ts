import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";

const flush = () => new Promise((resolve) => setImmediate(resolve));
const job = { event: "job-postponed", kind: "place-order", reference: "order-1" };

test("staff read the name of the hook when its job is given up (ENG-HOOK-LIMIT)", async () => {
  const shop = await startPayment();
  shop.placeOrder = ({ runHook }) => runHook("onPaid", () => new Promise(() => undefined));
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
