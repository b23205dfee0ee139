import { findFreePort } from "@pay-index/embedded-postgres";
import { PayIndexPlugin } from "@pay-index/vendure";
import { bootstrap } from "@vendure/core";
import { expect, test } from "vitest";

test("a plugin without options throws an error with the code to write", async () => {
  const boot = bootstrap({
    apiOptions: { port: await findFreePort(), adminApiPath: "admin-api", shopApiPath: "shop-api" },
    authOptions: {},
    dbConnectionOptions: { type: "sqljs" },
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [PayIndexPlugin],
  });
  await expect(boot).rejects.toMatchObject({
    code: "options_invalid",
    message: expect.stringContaining("PayIndexPlugin.init"),
  });
});
