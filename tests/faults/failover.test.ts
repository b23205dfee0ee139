import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startOutageProxy, startPostgres } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openShopUnderLoad, tell } from "./shop-under-load.ts";

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

test("a standby that is promoted under load has every notification that got OK, and each order is placed once", {
  timeout: 240_000,
}, async () => {
  const { primary, standby } = await startPrimaryAndStandby();
  const { url } = await createDatabase({ server: primary.url });
  const gate = await startOutageProxy(url);
  onTestFinished(gate.close);
  const { shops, begin, pay, answeredOk, expectAllPlacedOnce } = await openShopUnderLoad(gate.url, 1);
  const [shop] = shops as [(typeof shops)[number]];
  const begun = await Promise.all(Array.from({ length: payments }, () => begin(shop)));
  tell(`${payments} buyers are on the payment page, and pay one after the other.`);

  // In the middle, the name leads to the standby, which then is the primary.
  for (const [index, payment] of begun.entries()) {
    await pay(payment);
    if (index !== payments / 2) continue;
    await expect.poll(async () => (await answeredOk(begun)).length).toBeGreaterThan(5);
    tell(`${(await answeredOk(begun)).length} payments got OK. The standby is promoted.`);
    const admin = new Client({ connectionString: standby.url });
    await admin.connect();
    await admin.query("SELECT pg_promote()");
    await admin.end();
    gate.leadTo(standby.url);
    tell(`${(await answeredOk(begun)).length} payments got OK. The shop uses the new primary.`);
  }
  await expectAllPlacedOnce(shop, begun);
});
