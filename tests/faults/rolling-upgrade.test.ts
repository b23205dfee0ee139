import { createDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BegunPayment, openShopUnderLoad, tell } from "./shop-under-load.ts";

const processes = 3;

test("processes that are replaced one by one by a later release, and back, keep each payment and place each order once", {
  timeout: 240_000,
}, async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { shops, begin, pay, expectAllPlacedOnce } = await openShopUnderLoad(
    url,
    processes,
    new URL("./release-process.ts", import.meta.url),
  );
  const begun: BegunPayment[] = [];
  /** Buyers begin and pay, one after the other, until the process is replaced. At that one they fail, and go to the next. */
  async function buyUntil(isReplaced: () => boolean, first: number): Promise<void> {
    for (let turn = first; !isReplaced(); turn++) {
      const payment = await begin(shops[turn % processes] as (typeof shops)[number]).catch(() => undefined);
      if (payment === undefined) continue;
      await pay(payment);
      begun.push(payment);
    }
  }

  for (const release of ["new", "old"]) {
    vi.stubEnv("SHOP_RELEASE", release);
    for (const [index, shop] of shops.entries()) {
      let isReplaced = false;
      const buyers = shops.map((_, first) => buyUntil(() => isReplaced, first));
      await expect.poll(() => begun.length).toBeGreaterThan(0);
      await shop.restart();
      isReplaced = true;
      await Promise.all(buyers);
      await Promise.all(shops.map((each) => each.sweep()));
      tell(
        `Process ${index + 1} of ${processes} runs the ${release} release. ${begun.length} buyers have paid.`,
      );
    }
  }
  await expectAllPlacedOnce(shops[0] as (typeof shops)[number], begun);

  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows: versions } = await client.query("SELECT version FROM pay_index_schema ORDER BY version");
  expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  const { rows: left } = await client.query(
    "SELECT DISTINCT status, tries, lease_token FROM pay_index_job WHERE kind = 'of-a-later-release'",
  );
  expect(left).toEqual([{ status: "due", tries: 0, lease_token: null }]);
  tell("The jobs of the new release wait for it.");
});
