// The staff pages of a shop without an admin of its own: the sample shop on Express, run from the sources.
import { expect, test } from "vitest";
import { ExpressSite } from "./express-site.ts";
import { openStaffSite, staffSuite } from "./staff.suite.ts";

const { site, open } = openStaffSite(() => ExpressSite.start());

staffSuite({ site, open });

test("more than fifty attempts and review items have several pages", async () => {
  for (let left = 51; left > 0; left--) await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
  await using staff = await open();
  for (const [list, forward, back] of [
    ["review-items", "Next page", "Previous page"],
    ["attempts", "Older attempts", "Newest attempts"],
  ] as const) {
    await staff.open(list);
    const rows = staff.page.locator("[data-kind], [data-attempt]");
    await expect.poll(() => rows.count()).toBe(50);
    const first = (await rows.first().textContent()) ?? "";
    await staff.page.getByRole("button", { name: forward }).click();
    await expect.poll(() => rows.first().textContent()).not.toBe(first);
    await staff.page.getByRole("button", { name: back }).click();
    await expect.poll(() => rows.first().textContent()).toBe(first);
  }
});
