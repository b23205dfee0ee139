import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { StaffBrowser, StaffSuite } from "./staff-browser.ts";

const lost = { kind: "drop" } as const;

/** The pages about all payments: attempts, health, overview and export. */
export function allPaymentsSuite({ site, open }: StaffSuite): void {
  const statesOf = (staff: StaffBrowser) =>
    staff.attemptList
      .locator("[data-attempt]")
      .evaluateAll((rows: { dataset: { attempt?: string; state?: string } }[]) =>
        Object.fromEntries(rows.map(({ dataset }) => [dataset.attempt, dataset.state])),
      );

  test("the list has open, failed and reviewed attempts, each in its group (B-04)", async () => {
    const opened = await site().begin();
    const failed = await site().fail();
    const wrong = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
    const paid = await site().pay();
    await using staff = await open();
    await staff.attempts();
    await staff.page.getByRole("link", { name: "Payment attempts" }).first().waitFor();
    const newest = (await staff.attemptList.locator("[data-attempt]").all()).slice(0, 4);
    expect(await Promise.all(newest.map((row) => row.getAttribute("data-attempt")))).toEqual(
      [paid, wrong, failed, opened].map(({ attemptId }) => attemptId),
    );
    await staff.hasNoFlaws();
    await staff.shot("attempts");
    for (const [group, states, { attemptId }] of [
      ["Open", ["created", "pending", "approved"], opened],
      ["Failed or ended", ["failed", "closed", "refunded"], failed],
      ["Under review", ["review"], wrong],
      ["Paid", ["paid"], paid],
    ] as const) {
      await staff.choose("Show", group);
      const foreign = async () =>
        Object.values(await statesOf(staff)).filter((each) => !states.includes(each as never));
      await expect.poll(foreign).toEqual([]);
      expect(Object.keys(await statesOf(staff))).toContain(attemptId);
    }
    await staff.page.goBack();
    const row = staff.attemptOf(wrong);
    await row.getByText("Open review item", { exact: true }).waitFor();
    const text = (await row.textContent()) ?? "";
    const { price } = site().host;
    for (const fact of [
      "Under review",
      `${price} USD`,
      "Ada Lovelace · ada@example.com",
      "1 × ",
      wrong.reference,
    ])
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
      await expect.poll(() => statesOf(staff)).toEqual({ [sale.attemptId]: "paid" });
      // Vendure's router writes digits in quotes.
      expect(decodeURIComponent(staff.page.url()).replaceAll('"', "")).toContain(`q=${text.trim()}`);
    }
    await staff.shot("attempts-search");
    await staff.page.getByLabel("Day (UTC)", { exact: true }).fill("2020-01-01");
    await staff.page.getByText("No attempt matches.").waitFor();
    await staff.hasNoFlaws();
    await staff.page.getByLabel("Day (UTC)", { exact: true }).fill(new Date().toISOString().slice(0, 10));
    await row.getByRole("link").click();
    await staff.timeline.getByText(sale.attemptId).first().waitFor();
  });

  test("the health page has the notify address, the last notification, the warnings, what waits and what the gateway cannot do (B-21, B-46, B-51)", async () => {
    const sale = await site().begin();
    await site().pay({ kind: "corrupt_sign" });
    const { origin, warning } = site().host;
    await using staff = await open();
    await staff.health();
    await staff.page.getByRole("link", { name: "Gateway health" }).first().waitFor();
    expect(await staff.factOf("Overdue jobs")).toBe("None");
    await site().delayJobs(sale);
    await staff.health();
    expect(await staff.factOf("Notify address")).toMatch(new RegExp(`^${origin}/.*/notify/`));
    expect(await staff.factOf("Last verified notification")).toMatch(/\d{4}.*\d:\d\d/);
    expect(await staff.factOf("Last refused notifications")).toMatch(/\d.*: Wrong signature/);
    expect(await staff.factOf("Overdue jobs")).toMatch(/^1, the oldest since .*2020/);
    expect(await staff.factOf("Open review items")).toMatch(/^[1-9]\d*, the oldest since .*\d:\d\d/);
    await staff.healthPanel.locator("[data-problem=jobs-overdue]").waitFor();
    if (warning !== undefined) {
      await staff.healthPanel.locator("[data-problem=start-warnings]").waitFor();
      await staff.healthPanel.locator(`[data-warning=${warning}]`).waitFor();
    }
    const capabilities = staff.page.getByTestId("pay-index-capabilities");
    await capabilities.getByText(/^The gateway charges immediately\./).waitFor();
    expect(await capabilities.locator("[data-capability=payment-query]").count()).toBe(0);
    await staff.hasNoFlaws();
    await staff.shot("health");
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
    for (const [index, chart] of (await staff.overview.locator("details").all()).entries()) {
      await chart.locator("summary").click();
      await chart.getByRole("rowheader", { name: today }).first().waitFor();
      if (index === 0) await staff.shot("overview-table");
    }
    const row = staff.overview.locator("tr", { hasText: new RegExp(`${today}.*hosted`) });
    const figures = (await row.locator("th, td").allTextContents()).slice(-4).map(Number);
    const [started = 0, paid = 0, declined = 0] = figures;
    expect([started > 1, paid > 0, declined > 0]).toEqual([true, true, true]);
    await staff.hasNoFlaws();
    await staff.choose("Period", "Last 7 days");
    await staff.overview.getByRole("img").first().waitFor();
    await staff.shot("overview");
    const downloading = staff.page.waitForEvent("download");
    await staff.overview.getByRole("link", { name: "Download as CSV" }).click();
    const file = await (await downloading).path();
    const [head, ...lines] = (await readFile(file, "utf8")).split("\r\n");
    expect(head).toContain("gateway_order_id");
    expect(lines.filter((line) => line.includes(sale.attemptId))).toHaveLength(1);
  });

  test("staff ask about a selected attempt whose notification was lost, and the list displays it as paid (QRY-FACT)", async () => {
    const sale = await site().pay(lost);
    await using staff = await open();
    await staff.attempts();
    const row = staff.attemptOf(sale);
    expect(await row.getAttribute("data-state")).toBe("pending");
    await row.getByRole("checkbox").click();
    await staff.bulk.getByText("1 selected").waitFor();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    const result = staff.page.getByTestId("pay-index-query-result");
    await result.getByText("The gateway's answer: Paid: 1", { exact: true }).waitFor();
    await expect.poll(() => row.getAttribute("data-state")).toBe("paid");
    expect(await staff.bulk.count()).toBe(0);
    await staff.hasNoFlaws();
    expect(await site().host.isPlaced(sale)).toBe(true);
    await row.getByRole("link").click();
    const answer = `When asked, the gateway answered that ${site().host.price} USD is paid`;
    await staff.timeline.getByText(answer).waitFor();
  });

  test("an answer that the attempt is not paid changes nothing, and each unusable answer says why", async () => {
    const wrong = await site().pay(lost, { kind: "query_state", state: "NOTPAY" });
    const broken = await site().pay(lost, { kind: "broken_reply", as: "html" });
    await using staff = await open();
    await staff.attempts();
    for (const sale of [wrong, broken]) await staff.attemptOf(sale).getByRole("checkbox").click();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    const result = staff.page.getByTestId("pay-index-query-result");
    await result.getByText("The gateway's answer: Not paid: 1 · No answer: 1").waitFor();
    expect(await result.getByRole("listitem").allTextContents()).toEqual([
      `${broken.attemptId} · No answer · The gateway gave no usable answer (not_json).`,
    ]);
    for (const sale of [wrong, broken])
      expect(await staff.attemptOf(sale).getAttribute("data-state")).toBe("pending");
    await staff.hasNoFlaws();
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
