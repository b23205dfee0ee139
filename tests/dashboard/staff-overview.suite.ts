import { expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { type DashboardStage, type PageAppearance, StaffBrowser } from "./staff-browser.ts";

const tooLittle = [{ kind: "wrong_amount", trueAmount: "1.00" }] as const;
const wrongSign = [{ kind: "corrupt_sign" }] as const;

/** The pages about all payments: the list of attempts, and the health panel. */
export function staffOverviewSuite(stage: () => DashboardStage): void {
  const open = (look: Partial<PageAppearance> = {}) => StaffBrowser.open(stage(), look);
  const setup = () => stage().setup;

  test("B-04: the list has open and failed attempts and those under review, each with its order, amount and buyer", async () => {
    const [review, failed] = [await setup().order([...tooLittle]), await setup().declined(1)];
    const { code: started, attemptId } = await setup().started();
    await using staff = await open();
    await staff.attempts();
    const rows = staff.attemptList.getByRole("listitem");
    const newest = (await rows.allTextContents()).slice(0, 3);
    expect(newest).toMatchObject([
      expect.stringContaining(started),
      expect.stringContaining(failed),
      expect.stringContaining(review),
    ]);
    for (const text of [
      "Waiting for the buyer or the gateway",
      "42.50 USD (hosted)",
      attemptId,
      "Ada Lovelace, ada@example.com, 5550100",
      "1 × Reading lamp",
    ])
      expect(newest[0]).toContain(text);
    expect(newest[1]).toContain("Failed");
    expect(newest[2]).toContain("Under reviewOpen review item");
    expect(await staff.flaws("[data-testid=pay-index-attempts]")).toEqual(noPageFlaws);
    await staff.shot("attempts");
    for (const [group, code] of [
      ["Open", started],
      ["Failed or ended", failed],
      ["Under review", review],
    ] as const) {
      await staff.attemptList.getByLabel("Show").selectOption({ label: group });
      await expect
        .poll(async () => codesIn(await rows.allTextContents(), [started, failed, review]))
        .toEqual([code]);
    }
    await rows.first().getByRole("link", { name: review }).click();
    await staff.block.locator("[data-kind=AMOUNT_MISMATCH]").waitFor();
  });

  test("B-04: a search finds an attempt by its order, gateway order ID and transaction", async () => {
    const [code, { attemptId }] = [await setup().order(), await setup().started()];
    const [transactionId = ""] = await setup().transactionsOf(code);
    await using staff = await open();
    await staff.attempts();
    const rows = staff.attemptList.getByRole("listitem");
    const search = staff.attemptList.getByPlaceholder("Order, e-mail, gateway order ID or transaction ID");
    for (const [text, found] of [
      [code, code],
      [attemptId, attemptId],
      [` ${transactionId} `, code],
    ] as const) {
      await search.fill(text);
      await expect.poll(() => rows.count()).toBe(1);
      await rows.filter({ hasText: found }).waitFor();
      await search.fill(code.slice(0, 5));
      await staff.attemptList.getByText("No attempt matches.").waitFor();
    }
    await search.fill(transactionId);
    await rows.filter({ hasText: `Transactions${transactionId}` }).waitFor();
    await staff.shot("attempts-search");
  });

  test("B-21, B-46: the health panel has the notify address, the last notification, warnings, overdue jobs, the oldest item and what the gateway cannot do", async () => {
    await setup().order([...wrongSign]);
    await setup().order();
    await setup().started();
    await expect.poll(async () => (await setup().health()).lastSweepAt).not.toBeNull();
    await using staff = await open();
    await staff.healthPanel();
    const fact = (name: string) =>
      staff.health.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd[1]").textContent();
    expect(await fact("Notify address")).toContain(`${setup().origin}/pay/notify/<gateway order ID>/<token>`);
    expect(await fact("Overdue jobs")).toBe("None");
    await setup().delayJob();
    await staff.healthPanel();
    const { lastNotificationAt, overdueJobs, reviewItems } = await setup().health();
    expect(await fact("Last verified notification")).toBe(inEnglish(lastNotificationAt));
    expect(await fact("Last refused notifications")).toContain("Wrong signature");
    expect(await fact("Overdue jobs")).toBe(`1, the oldest since ${inEnglish(overdueJobs.oldestAt)}`);
    expect(await fact("Open review items")).toBe(
      `${reviewItems.count}, the oldest since ${inEnglish(reviewItems.oldestAt)}`,
    );
    const warnings = staff.health.getByRole("listitem").filter({ hasText: "merchant_without_channel" });
    expect(await warnings.textContent()).toContain('The merchant 10009 has the tenant "north"');
    expect(await fact("Authorize now, capture later")).toMatch(/^The gateway charges immediately\./);
    expect(await staff.health.locator("dt", { hasText: "Ask the gateway" }).count()).toBe(0);
    for (const problem of ["JOBS_OVERDUE", "START_WARNINGS"])
      expect(await staff.health.locator(`[data-problem=${problem}]`).count()).toBe(1);
    expect(await staff.flaws("[data-testid=pay-index-health]")).toEqual(noPageFlaws);
    await staff.shot("health");
  });
}

/** Those of the codes that occur in the texts. */
function codesIn(texts: readonly string[], codes: readonly string[]): string[] {
  return codes.filter((code) => texts.some((text) => text.includes(code)));
}

/** An instant as the dashboard writes it in English. */
function inEnglish(instant: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}
