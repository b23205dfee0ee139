import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";

const flush = () => new Promise((resolve) => setImmediate(resolve));

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
