import { runPayProgram } from "@pay-index-apps/demo/suite/docs-start-page";
import { expect, test } from "vitest";
import { openShop } from "./open-shop.ts";

const page = "docs/start/vendure.md";

test("the program of the start page pays an order in a Vendure shop", { timeout: 90_000 }, async () => {
  const shop = await openShop();
  try {
    const output = await runPayProgram(page, {
      parent: new URL(".", import.meta.url),
      env: { SHOP_URL: shop.shopUrl },
    });
    const [, code = ""] = /^Order (\w+) is paid\.$/m.exec(output) ?? [];
    expect(await shop.orderState(code)).toBe("PaymentSettled");
  } finally {
    await shop.close();
  }
});
