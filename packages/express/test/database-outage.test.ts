import { type OutageProxy, startOutageProxy } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import type { Pool } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, createPool } from "./temporary-postgres.ts";
import { closeShops, TestShop } from "./test-shop.ts";

describe("a shop whose database is unavailable", () => {
  async function shopBehind(): Promise<{
    gate: OutageProxy;
    shop: TestShop;
    pool: Pool;
  }> {
    const gate = await startOutageProxy(await createEmptyDatabase());
    onTestFinished(gate.close);
    const pool = createPool(gate.url);
    await pool.query("CREATE TABLE orders (id TEXT)");
    const store = postgres(pool);
    const onPaid = async ({ payment, tx }: { payment: { reference: string }; tx: unknown }) => {
      await (tx as Pool).query("INSERT INTO orders VALUES ($1)", [payment.reference]);
    };
    const shop = await TestShop.open({ options: { store: store as never, onPaid: onPaid as never } });
    onTestFinished(closeShops);
    return { gate, shop, pool };
  }

  test("answers 503 while it cannot store the notification, and accepts the repeat (B-24)", async () => {
    const { gate, shop, pool } = await shopBehind();
    await shop.start();
    gate.shut();
    const reply = await shop.notify();
    expect([reply.status, reply.body]).toEqual([503, "later"]);
    gate.open();
    expect(await shop.state()).toBe("pending");
    expect((await shop.notify()).body).toBe("OK");
    expect(await shop.state()).toBe("paid");
    expect((await pool.query("SELECT * FROM orders")).rows).toEqual([{ id: "order-1" }]);
  });

  test("sends no sale that it could not commit", async () => {
    const { gate, shop } = await shopBehind();
    gate.shut();
    await expect(shop.start()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(shop.gateway.submissions).toEqual([]);
  });
});
