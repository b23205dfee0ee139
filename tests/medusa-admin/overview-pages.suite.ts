import { expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import type { MedusaAdminSetup } from "./admin-setup.ts";
import type { PageAppearance, StaffBrowser } from "./staff-browser.ts";

const tooLittle = [{ kind: "wrong_amount", trueAmount: "1.00" }] as const;

interface OverviewSetup {
  /** The first part of the names of the screenshots. */
  readonly name: string;
  readonly setup: () => MedusaAdminSetup;
  readonly open: (look?: Partial<PageAppearance>) => Promise<StaffBrowser>;
}

/** The list of attempts and the health panel in a real admin. */
export function overviewPagesSuite({ name, setup, open }: OverviewSetup): void {
  const statesOf = (staff: StaffBrowser) =>
    staff.attempts
      .locator("[data-attempt]")
      .evaluateAll((rows: { dataset: { attempt?: string; state?: string } }[]) =>
        Object.fromEntries(rows.map(({ dataset }) => [dataset.attempt, dataset.state])),
      );

  test("the list of attempts has open, failed and reviewed ones, each in its group (B-04)", async () => {
    const opened = await setup().begin();
    const failed = await setup().fail();
    const wrong = await setup().pay([...tooLittle]);
    const paid = await setup().pay();
    await using staff = await open();
    await staff.attemptList();
    await staff.page.getByRole("link", { name: "Payment attempts" }).first().waitFor();
    expect(await statesOf(staff)).toMatchObject({
      [opened.attemptId]: "pending",
      [failed.attemptId]: "failed",
      [wrong.attemptId]: "review",
      [paid.attemptId]: "paid",
    });
    expect(await staff.attempts.locator("[data-attempt]").first().getAttribute("data-attempt")).toBe(
      paid.attemptId,
    );
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${name}-attempts`);
    for (const [group, states, attemptId] of [
      ["Open", ["created", "pending", "approved"], opened.attemptId],
      ["Failed or ended", ["failed", "closed", "refunded"], failed.attemptId],
      ["Under review", ["review"], wrong.attemptId],
      ["Paid", ["paid"], paid.attemptId],
    ] as const) {
      await staff.page.getByLabel("Show").click();
      await staff.page.getByRole("option", { name: group, exact: true }).click();
      await expect
        .poll(async () =>
          Object.values(await statesOf(staff)).filter((each) => !states.includes(each as never)),
        )
        .toEqual([]);
      expect(Object.keys(await statesOf(staff))).toContain(attemptId);
    }
    await staff.page.goBack();
    const row = staff.attemptOf(wrong.attemptId);
    await row.getByText("Open review item", { exact: true }).waitFor();
    const text = (await row.textContent()) ?? "";
    for (const fact of ["Under review", "Amount:24.99 USD", "Ada Lovelace · ada@example.com", wrong.cartId])
      expect(text).toContain(fact);
    await row.getByRole("link").click();
    await staff.page.waitForURL(`**/pay-index/carts/${wrong.cartId}`);
  });

  test("staff find one of the attempts by cart, order, gateway order ID and transaction (B-04)", async () => {
    const { cartId, orderId = "", attemptId } = await setup().pay();
    await setup().pay();
    await using staff = await open();
    await staff.attemptList();
    const row = staff.attemptOf(attemptId);
    const [, transaction = ""] = /Transactions: (\d+)/.exec((await row.textContent()) ?? "") ?? [];
    expect(transaction).not.toBe("");
    const search = async (text: string) => {
      await staff.attempts.getByRole("textbox", { name: "Search" }).fill(text);
      await staff.attempts.getByRole("button", { name: "Search" }).click();
    };
    for (const text of [cartId, orderId, attemptId, transaction]) {
      // The list is empty in between, so that each result is that of this search.
      await search(`no ${text}`);
      await staff.page.getByText("No attempt matches.").waitFor();
      await search(text);
      await expect.poll(() => statesOf(staff)).toEqual({ [attemptId]: "paid" });
      expect(new URL(staff.page.url()).searchParams.get("q")).toBe(text);
    }
    await staff.shot(`${name}-attempts-search`);
    await search("nobody");
    await staff.page.getByText("No attempt matches.").waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await search(transaction);
    await row.getByRole("link").click();
    await staff.page.waitForURL(`**/orders/${orderId}`);
  });

  test("the health panel has the notify address, the last notification, the warnings, what waits and what the gateway cannot do (B-21, B-46, B-51)", async () => {
    const { attemptId } = await setup().begin();
    await setup().pay([...tooLittle]);
    await setup().pay([{ kind: "corrupt_sign" }]);
    await setup().holdJobs(attemptId);
    await using staff = await open();
    await staff.health();
    await staff.page.getByRole("link", { name: "Gateway health" }).first().waitFor();
    const factOf = async (label: string) =>
      (await staff.healthPanel.locator("dl > div", { hasText: label }).first().locator("dd").textContent()) ??
      "";
    expect(await factOf("Notify address")).toContain(`${setup().origin}/hooks/pay-index/notify/`);
    expect(await factOf("Last verified notification")).toMatch(/\d{4}.*\d:\d\d/);
    expect(await factOf("Last refused notifications")).toMatch(/\d.*: Wrong signature$/);
    expect(await factOf("Overdue jobs")).toMatch(/^1, the oldest since .*2020/);
    expect(await factOf("Open review items")).toMatch(/^[1-9]\d*, the oldest since .*\d:\d\d/);
    const problems = await staff.healthPanel
      .locator("[data-problem]")
      .evaluateAll((rows: { dataset: { problem?: string } }[]) => rows.map(({ dataset }) => dataset.problem));
    expect(problems).toEqual(expect.arrayContaining(["jobs-overdue", "start-warnings"]));
    expect(await staff.healthPanel.locator("[data-warning=locks_in_memory]").textContent()).toContain(
      "locking-postgres",
    );
    const capabilities = staff.page.getByTestId("pay-index-capabilities");
    expect(await capabilities.locator("[data-capability=delayed-capture] dd").textContent()).toMatch(
      /^The gateway charges immediately\./,
    );
    expect(await capabilities.locator("[data-capability=payment-query]").count()).toBe(0);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${name}-health`);
    await staff.healthPanel.getByRole("link", { name: "Show the review items" }).click();
    await staff.page.waitForURL("**/pay-index/review-items");
    await setup().releaseJobs(attemptId);
    await staff.health();
    await expect.poll(() => factOf("Overdue jobs")).toBe("None");
  });

  test.each(["attempts", "health"] as const)(
    "if the %s cannot be loaded, the page displays this and no old data (B-04, B-51)",
    async (part) => {
      await using staff = await open();
      await staff.page.route(`**/admin/pay-index/${part}*`, (route) =>
        route.fulfill({ status: 500, body: "{}" }),
      );
      await staff.page.goto(`${setup().origin}/app/pay-index/${part}`);
      const page = staff.page.getByTestId(`pay-index-${part}`);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/could not be loaded\. Reload the page\.$/);
      expect(await page.locator("dl, ol").count()).toBe(0);
      await staff.shot(`${name}-${part}-failed`);
    },
  );
}
