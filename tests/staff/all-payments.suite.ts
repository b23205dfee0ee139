import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { StaffBrowser, StaffSuite } from "./staff-browser.ts";

const lost = { kind: "drop" } as const;

/** The pages about all payments: attempts, health, overview and export. */
export function allPaymentsSuite({ site, open }: StaffSuite): void {
  /** The attempts of the list, the newest first. */
  const idsOf = ({ attemptList }: StaffBrowser) =>
    attemptList
      .locator("[data-attempt]")
      .evaluateAll((rows: { dataset: { attempt?: string } }[]) => rows.map(({ dataset }) => dataset.attempt));

  test("the list has open, failed and reviewed attempts, and each group alone (B-04)", async () => {
    const opened = await site().begin();
    const failed = await site().fail();
    const wrong = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
    const paid = await site().pay();
    await using staff = await open();
    await staff.attempts();
    await staff.page.getByRole("link", { name: "Payment attempts" }).first().waitFor();
    const sales = [paid, wrong, failed, opened];
    expect((await idsOf(staff)).slice(0, 4)).toEqual(sales.map(({ attemptId }) => attemptId));
    const row = staff.attemptOf(wrong);
    for (const [group, sale] of [
      ["Open", opened],
      ["Failed or ended", failed],
      ["Paid", paid],
      ["Under review", wrong],
    ] as const) {
      await staff.choose("Show", group);
      for (const other of sales)
        await staff.attemptOf(other).waitFor({ state: other === sale ? "visible" : "detached" });
    }
    await row.getByText("Open review item", { exact: true }).waitFor();
    const text = (await row.textContent()) ?? "";
    const amount = `${site().host.price} USD`;
    for (const fact of ["Under review", amount, "Ada Lovelace · ada@example.com", "1 × ", wrong.reference])
      expect(text).toContain(fact);
    await row.getByRole("link").click();
    await staff.items.locator("[data-kind=amount-mismatch]").waitFor();
  });

  test("staff find an attempt by its order, gateway order ID, transaction and day (B-04)", async () => {
    const sale = await site().pay();
    await site().pay();
    await using staff = await open();
    await staff.attempts();
    const row = staff.attemptOf(sale);
    const [, transaction = ""] = /Transactions: (\d+)/.exec((await row.textContent()) ?? "") ?? [];
    expect(transaction).not.toBe("");
    for (const text of [sale.reference, sale.attemptId, ` ${transaction} `]) {
      // The list is empty in between, so that each result is that of this search.
      await staff.search(`no ${text}`);
      await staff.page.getByText("No attempt matches.").waitFor();
      await staff.search(text);
      await expect.poll(() => idsOf(staff)).toEqual([sale.attemptId]);
      // Vendure's router writes digits in quotes.
      expect(decodeURIComponent(staff.page.url()).replaceAll('"', "")).toContain(`q=${text.trim()}`);
    }
    await staff.page.getByLabel("Day (UTC)", { exact: true }).fill("2020-01-01");
    await staff.page.getByText("No attempt matches.").waitFor();
    await staff.hasNoFlaws();
    await staff.page.getByLabel("Day (UTC)", { exact: true }).fill(new Date().toISOString().slice(0, 10));
    await row.getByRole("link").click();
    await staff.timeline.getByText(sale.attemptId).first().waitFor();
  });

  test("the health page has the notify address, the last notification, the warnings, what waits and what the gateway cannot do (B-21, B-46, B-51)", async () => {
    await site().pay({ kind: "corrupt_sign" });
    const { origin, warning } = site().host;
    await using staff = await open();
    await staff.health();
    await staff.page.getByRole("link", { name: "Gateway health" }).first().waitFor();
    expect(await staff.factOf("Overdue jobs")).toBe("None");
    expect(await staff.factOf("Notify address")).toMatch(new RegExp(`^${origin}/.*/notify/`));
    expect(await staff.factOf("Last verified notification")).toMatch(/\d{4}.*\d:\d\d/);
    expect(await staff.factOf("Last refused notifications")).toMatch(/\d.*: Wrong signature/);
    expect(await staff.factOf("Open review items")).toMatch(/^[1-9]\d*, the oldest since .*\d:\d\d/);
    if (warning !== undefined) {
      await staff.healthPanel.locator("[data-problem=start-warnings]").waitFor();
      await staff.healthPanel.locator(`[data-warning=${warning}]`).waitFor();
    }
    const capabilities = staff.page.getByTestId("pay-index-capabilities");
    await capabilities.getByText(/^The gateway charges immediately\./).waitFor();
    expect(await capabilities.locator("[data-capability=payment-query]").count()).toBe(0);
    await staff.healthPanel.getByRole("link", { name: "Show the review items" }).click();
    await staff.queued.locator("[data-kind]").first().waitFor();
  });

  test("the overview counts what happened, each chart is also a table, and a period can be downloaded", async () => {
    const sale = await site().pay();
    await site().fail();
    await using staff = await open();
    // The page does not load its figures again by itself.
    await expect.poll(() => site().host.isPlaced(sale)).toBe(true);
    await staff.open("overview");
    await staff.overview.getByRole("heading", { name: "Money paid by day (USD)" }).waitFor();
    const today = new Date().toISOString().slice(0, 10);
    for (const chart of await staff.overview.locator("details").all()) {
      await chart.locator("summary").click();
      await chart.getByRole("rowheader", { name: today }).first().waitFor();
    }
    const row = staff.overview.locator("tr", { hasText: new RegExp(`${today}.*hosted`) });
    const figures = (await row.locator("th, td").allTextContents()).slice(-4).map(Number);
    const [started = 0, paid = 0, declined = 0] = figures;
    expect([started > 1, paid > 0, declined > 0]).toEqual([true, true, true]);
    await staff.hasNoFlaws();
    await staff.choose("Period", "Last 7 days");
    await staff.overview.getByRole("img").first().waitFor();
    const downloading = staff.page.waitForEvent("download");
    await staff.overview.getByRole("link", { name: "Download as CSV" }).click();
    const file = await (await downloading).path();
    const [head, ...lines] = (await readFile(file, "utf8")).split("\r\n");
    expect(head).toContain("gateway_order_id");
    expect(lines.filter((line) => line.includes(sale.attemptId))).toHaveLength(1);
  });

  test("staff ask about selected attempts: the list displays what is paid now, and each unusable answer says why (QRY-FACT)", async () => {
    const sale = await site().pay(lost);
    const broken = await site().pay(lost, { kind: "broken_reply", as: "html" });
    await using staff = await open();
    await staff.attempts();
    const row = staff.attemptOf(sale);
    for (const each of [sale, broken]) {
      expect(await staff.attemptOf(each).getAttribute("data-state")).toBe("pending");
      await staff.attemptOf(each).getByRole("checkbox").click();
    }
    await staff.bulk.getByText("2 selected").waitFor();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    const result = staff.page.getByTestId("pay-index-query-result");
    await result.getByText("The gateway's answer: Paid: 1 · No answer: 1").waitFor();
    expect(await result.getByRole("listitem").allTextContents()).toEqual([
      `${broken.attemptId} · No answer · The gateway gave no usable answer (not_json).`,
    ]);
    await expect.poll(() => row.getAttribute("data-state")).toBe("paid");
    expect(await staff.attemptOf(broken).getAttribute("data-state")).toBe("pending");
    expect(await staff.bulk.count()).toBe(0);
    await staff.hasNoFlaws();
    await row.getByRole("link").click();
    const answer = `When asked, the gateway answered that ${site().host.price} USD is paid`;
    await staff.timeline.getByText(answer).waitFor();
  });

  test("staff ask about one attempt on the page of its payment, which then is paid", async () => {
    const sale = await site().pay(lost);
    await using staff = await open();
    await staff.payment(sale);
    await staff.timeline.getByRole("button", { name: `Ask the gateway: ${sale.attemptId}` }).click();
    await staff.page.getByText("The gateway's answer: Paid", { exact: true }).waitFor();
    await staff.timeline.getByText("Paid", { exact: true }).waitFor();
    expect(await staff.timeline.getByRole("button", { name: /^Ask the gateway/ }).count()).toBe(0);
    expect(await site().host.isPlaced(sale)).toBe(true);
  });
}
