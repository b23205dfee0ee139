// The staff pages in Vendure's dashboard: the packed plugin in a blank Vendure, whose build finds it.
import { expect, test } from "vitest";
import { openStaffSite, staffSuite } from "./staff.suite.ts";
import { VendureSite } from "./vendure-site.ts";

const { host, site, open } = openStaffSite(() => VendureSite.open("npm"));

test("the build finds the plugin, its pages and both catalogs, and code that imports the dashboard compiles", async () => {
  for (const found of ["PayIndexPlugin (npm)", "1 Dashboard extensions", "2 translation files from plugins"])
    expect(host().built).toContain(found);
  expect(await host().blank.complaints()).toEqual([]);
});

staffSuite({ site, open });

test("the menu has the number of open items", async () => {
  const sale = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
  await using staff = await open();
  await staff.queue();
  const count = async () => Number(await staff.page.getByTestId("pay-index-waiting").textContent());
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  await staff.queuedOf(sale).getByRole("checkbox").click();
  await staff.bulk.getByRole("button", { name: "Dismiss" }).click();
  await staff.dialog.getByLabel("Reason").fill("Given back.");
  await staff.save();
  await expect.poll(count).toBe(before - 1);
});

test("a paid order that cannot be placed is resolved by its recorded refund", async () => {
  const started = await site().begin();
  const cancel = `mutation ($id: ID!) { transitionOrderToState(id: $id, state: "Cancelled") { __typename } }`;
  await host().askVendure(cancel, { id: (await host().orderOf(started)).id });
  await site().gateway.resolve(started.attemptId, { outcome: "paid" });
  await site().gateway.nextDelivery(started.attemptId, { timeout: 20_000 });
  await using staff = await open();
  await staff.payment(started);
  const item = staff.items.locator("[data-kind=order-not-placed]");
  expect(await item.textContent()).toContain("The order was cancelled.");
  expect(await item.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await item.getByRole("button", { name: "Record a refund" }).click();
  await staff.dialog.getByLabel(/^Refunded amount/).fill("42.50");
  await staff.dialog.getByLabel("Refund ID at the gateway").fill("re_9");
  await staff.dialog.getByLabel("Reason").fill("Given back: statement 9.");
  await staff.save();
  await item.waitFor({ state: "detached" });
});

test("Vendure's own refund dialog displays why the gateway refuses (B-57)", async () => {
  const sale = await site().pay();
  await site().setFaults(sale, { kind: "refuse_refund" });
  await using staff = await open();
  await staff.payment(sale);
  await staff.page.getByTestId("action-bar-dropdown-trigger").click();
  await staff.page.getByRole("menuitem", { name: "Refund & Cancel" }).click();
  await staff.dialog.getByRole("combobox").click();
  await staff.page.getByRole("option").first().click();
  await staff.dialog.getByText("Override").locator("..").getByRole("checkbox").click();
  await staff.dialog.locator("input[step='0.01']").first().fill("10.00");
  await staff.dialog.getByRole("button", { name: "Refund $10.00" }).click();
  await staff.page.getByText("Failed to process refund", { exact: true }).waitFor();
  await staff.page.getByText(/Nothing was refunded: V0011/).waitFor();
  await staff.shot("refund-refused-by-vendure");
});

test("the history of a renewal and of its first order name each other", async () => {
  const sale = await site().subscribe();
  await using staff = await open();
  await staff.payment(sale);
  const renewal = staff.cycles.locator("[data-cycle='2']").getByRole("link");
  const renewed = (await renewal.textContent()) ?? "";
  await staff.page.getByText(`Cycle 2, Order ${renewed}`).waitFor();
  await renewal.click();
  await staff.page.getByText(`Cycle 2, Order ${sale.reference}`).waitFor();
});

test("an order displays the number of its attempts, and with several channels the channel of each", async () => {
  const { buyer, reference } = await host().cartWith("lamp");
  for (let left = 12; left > 0; left--) {
    await buyer.start({ method: "hosted" });
    const [latest] = (await site().gateway.latestOrders({ limit: 1 })).orders;
    const attemptId = latest?.orderId ?? "";
    await site().gateway.resolve(attemptId, { outcome: "failed" });
    await site().gateway.nextDelivery(attemptId, { timeout: 20_000 });
  }
  const zones = "{ activeChannel { defaultTaxZone { id } defaultShippingZone { id } } }";
  const { defaultTaxZone, defaultShippingZone } = await host().askVendure(zones);
  const input = {
    ...{ code: "north", token: "north", defaultLanguageCode: "en", pricesIncludeTax: false },
    ...{ defaultCurrencyCode: "USD", availableCurrencyCodes: ["USD"] },
    ...{ defaultTaxZoneId: defaultTaxZone.id, defaultShippingZoneId: defaultShippingZone.id },
  };
  const create = "mutation ($input: CreateChannelInput!) { createChannel(input: $input) { __typename } }";
  expect(await host().askVendure(create, { input })).toMatchObject({ __typename: "Channel" });
  await using staff = await open();
  await staff.go(await host().paymentUrl({ reference }));
  await staff.page.getByText("12 attempts. The page displays the newest 10.").waitFor();
  const text = (await staff.timeline.textContent()) ?? "";
  expect(text.match(/Merchant: Default channel/g)).toHaveLength(10);
});
