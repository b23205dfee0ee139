import { expect, test } from "vitest";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** What tells a renewal by its metadata is the plugin's to write. */
export function forgedRenewalMetadataSuite(open: () => TestShop): void {
  const forged = { pay_index_first_order: "order_other", pay_index_cycle: 2, gift: "For Charles" };

  async function metadataOfOrder(cartId: string): Promise<unknown> {
    await open().paid(cartId);
    const [order] = await runSql(
      open(),
      `SELECT metadata FROM "order" JOIN order_cart ON order_cart.order_id = "order".id WHERE order_cart.cart_id = $1`,
      [cartId],
    );
    return order?.metadata;
  }

  test("a shopper who creates a cart cannot mark its order as a renewal", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop, { metadata: forged } as object);
    await buyer.start();
    expect(await metadataOfOrder(cartId)).toEqual({ gift: "For Charles" });
  });

  test("a shopper who changes a cart cannot mark its order as a renewal", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.ask(`/store/carts/${cartId}`, { metadata: forged });
    await buyer.start();
    expect(await metadataOfOrder(cartId)).toEqual({ gift: "For Charles" });
  });
}
