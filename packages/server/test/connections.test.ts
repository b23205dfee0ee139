import { afterEach, describe } from "vitest";
import { connectionSuite } from "../../../tests/connections/index.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

describe.each([4, 5, "fetch"] as const)("Express or fetch: %s", (release) => {
  afterEach(closeShops);

  connectionSuite("without body parsers", async () => {
    const shop = await TestShop.open({ release });
    await shop.start();
    return shop;
  });
});
