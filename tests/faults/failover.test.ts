import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startOutageProxy, startPostgres } from "@pay-index/embedded-postgres";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { CustomShop } from "../../packages/express/test/conformance/custom-shop.ts";

const buyer = { firstName: "Ada", lastName: "King", email: "a@example.com", phone: "5550100", country: "GB" };
const payments = 60;

/** Two servers with the same cluster. A commit on the first one waits until the second one has it on its disk. */
async function startPrimaryAndStandby() {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-failover-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const from = join(folder, "cluster");
  await (await startPostgres()).stop({ keepIn: from });
  const primary = await startPostgres({ durable: true, from, settings: { synchronous_standby_names: "*" } });
  onTestFinished(() => primary.stop());
  const standby = await startPostgres({ durable: true, from, standbyOf: primary.url });
  onTestFinished(() => standby.stop());
  return { primary, standby };
}

test("a standby that is promoted under load has every notification that got OK, and each order is placed once", async () => {
  const { primary, standby } = await startPrimaryAndStandby();
  const { url } = await createDatabase({ server: primary.url });
  const gate = await startOutageProxy(url);
  onTestFinished(gate.close);
  const sandbox = await createSandbox({
    port: 0,
    jitter: { min: 0, max: 0 },
    retryGaps: Array<number>(600).fill(100),
  });
  onTestFinished(() => sandbox.close());
  const merchants = sandbox.merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] }));
  const shop = await CustomShop.open(
    { gateway: sandbox.url, sandbox: true, acceptRawCards: true, merchants },
    {
      address: { kind: "postgres", url: gate.url },
      away: (during) => during(),
      files: async () => "",
      remove: async () => undefined,
    },
  );
  onTestFinished(() => shop.close());
  const gateway = createControlClient(sandbox.url);

  async function begin() {
    const lines = [{ name: "Tea", price: 1999, quantity: 1 }];
    const checkout = await shop.checkout({ currency: "USD", lines, buyer });
    const reply = await shop.submit(checkout, { variant: "hosted" });
    if ("refused" in reply) throw new Error(reply.refused);
    const { payment } = await shop.read(checkout);
    return { checkout, attemptId: payment?.attempts[0]?.attemptId ?? "" };
  }
  const begun = await Promise.all(Array.from({ length: payments }, begin));
  const answeredOk = async ({ attemptId }: (typeof begun)[number]) => {
    const { timeline } = await gateway.orderDetails(attemptId);
    return JSON.stringify(timeline).includes('"reply":"OK"');
  };

  // The buyers pay one after the other. In the middle, the name leads to the standby, which then is the primary.
  for (const [index, { attemptId }] of begun.entries()) {
    await gateway.resolve(attemptId, { outcome: "paid" });
    if (index === payments / 2) {
      await expect
        .poll(async () => (await Promise.all(begun.map(answeredOk))).filter(Boolean).length)
        .toBeGreaterThan(5);
      const admin = new Client({ connectionString: standby.url });
      await admin.connect();
      await admin.query("SELECT pg_promote()");
      await admin.end();
      gate.leadTo(standby.url);
    }
  }
  const read = () => Promise.all(begun.map(({ checkout }) => shop.read(checkout)));
  await expect
    .poll(
      async () => (await read()).map(({ orders, effects, payment }) => [orders, effects, payment?.state]),
      {
        timeout: 60_000,
      },
    )
    .toEqual(begun.map(() => [1, 1, "paid"]));
  expect(await Promise.all(begun.map(answeredOk))).toEqual(begun.map(() => true));
});
