// The staff pages in Vendure's dashboard: the packed plugin in a blank Vendure, whose build finds it.
import { expect, test } from "vitest";
import { sessionSuite } from "./admin-session.ts";
import { openStaffSite, staffSuite } from "./staff.suite.ts";
import { VendureSite } from "./vendure-site.ts";

const suite = openStaffSite(() => VendureSite.open("npm"));
const { host, site, open } = suite;

test("the build finds the plugin, its pages and both catalogs, and code that imports the dashboard compiles", async () => {
  for (const found of ["PayIndexPlugin (npm)", "1 Dashboard extensions", "2 translation files from plugins"])
    expect(host().built).toContain(found);
  expect(await host().blank.complaints()).toEqual([]);
});

staffSuite(suite);
sessionSuite(suite);

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
