// pnpm links strictly: a plugin finds only what it declares. Both admins are built and used in shops that pnpm installs.
import { describe, test } from "vitest";
import { MedusaSite } from "./medusa-site.ts";
import { openStaffSite } from "./staff.suite.ts";
import type { StaffSuite } from "./staff-browser.ts";
import { VendureSite } from "./vendure-site.ts";

function resolvesAnItem({ site, open }: StaffSuite): void {
  test("staff resolve an item of the queue", async () => {
    const sale = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
    await using staff = await open();
    await staff.queue();
    await staff.queuedOf(sale).getByRole("link").click();
    await staff.resolve(/^Dismissed/, "Given back.");
    await staff.timeline.getByText(/dismissed the payment: Given back\.$/).waitFor();
    await staff.hasNoFlaws();
  });
}

describe("Medusa's admin", () => resolvesAnItem(openStaffSite(() => MedusaSite.open("pnpm"))));

describe("Vendure's dashboard", () => resolvesAnItem(openStaffSite(() => VendureSite.open("pnpm"))));
