import { rm } from "node:fs/promises";
import { createSandbox } from "@pay-index/sandbox";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { startChildServer } from "@pay-index-apps/demo/run/child-server";
import { portOrAnyFree } from "@pay-index-apps/demo/run/port-or-any-free";
import { readStartPageProgram, writeProgram } from "@pay-index-apps/demo/suite/docs-start-page";
import { expect, test } from "vitest";

const page = "docs/start/express.md";
/** A port that no other test uses. */
const port = 38_271;

test("the shop of the start page is paid with the card of the page", async () => {
  const sandbox = await createSandbox({ port: 0 });
  expect(await portOrAnyFree(port, "localhost")).toBe(String(port));
  const program = readStartPageProgram(page)
    .replaceAll("http://localhost:4400", sandbox.url)
    .replaceAll("localhost:3000", `localhost:${port}`)
    .replace("app.listen(3000)", `app.listen(${port})`);
  const { folder, file } = await writeProgram(new URL(".", import.meta.url), program);
  const shop = await startChildServer({ name: page, args: [file], cwd: folder, ready: /^pay-index: ready / });
  try {
    const buyer = new FormBrowser({ cookies: true });
    const address = `http://localhost:${port}/orders/1001`;
    await waitUntil("the shop to listen", () => buyer.open(address).catch(() => undefined));
    expect(buyer.page.root.textContent).toContain("Pay 19.99 USD");
    await buyer.submit("button");
    await completeGatewayPages(buyer, testCards.good);
    await waitForOrderPage(buyer);
    expect(buyer.page.root.querySelector("h1")?.textContent).toBe("Order 1001 is paid");
  } finally {
    await shop.end();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});
