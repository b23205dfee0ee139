import { expect, test } from "vitest";
import type { StaffSuite } from "./staff-browser.ts";

const tooLittle = { kind: "wrong_amount", trueAmount: "1.00" } as const;
const wrongSign = { kind: "corrupt_sign" } as const;

/** Staff read a payment and resolve its review items. */
export function paymentPageSuite({ site, open }: StaffSuite): void {
  test("a paid order has its timeline, and nothing to resolve", async () => {
    const sale = await site().pay();
    await using staff = await open();
    await staff.payment(sale);
    const { price } = site().host;
    const lines = await staff.timeline.getByRole("listitem").allTextContents();
    expect(lines.map((line) => line.replace(/^.* · /, ""))).toEqual([
      `ShopAttempt 1 started: hosted, ${price} USD, gateway order ID ${sale.attemptId}.`,
      "Gateway responseThe gateway returned its payment page.",
      expect.stringMatching(
        new RegExp(`^NotificationThe gateway confirmed ${price} USD paid \\(transaction \\d+\\)\\.$`),
      ),
    ]);
    expect(await staff.items.count()).toBe(0);
    expect(await site().host.isPlaced(sale)).toBe(true);
    await staff.hasNoFlaws();
  });

  test("with the keyboard alone, staff resolve an item, give a reason, and the focus returns where it was", async () => {
    const sale = await site().pay(tooLittle);
    await using staff = await open();
    await staff.payment(sale);
    expect(await staff.items.locator("[data-kind=amount-mismatch]").textContent()).toContain("1.00 USD paid");
    await staff.shot("mismatch");
    const { keyboard } = staff.page;
    const recommended = staff.items.getByRole("button", { name: "Record a refund" });
    await staff.tabTo(recommended);
    await keyboard.press("Enter");
    await staff.dialog.waitFor();
    await keyboard.press("Escape");
    await staff.dialog.waitFor({ state: "detached" });
    await expect.poll(() => staff.hasFocus(recommended)).toBe(true);
    await keyboard.press("Enter");
    expect(await staff.dialog.getByRole("radio", { name: /^Refund recorded/ }).isChecked()).toBe(true);
    const dismissed = staff.dialog.getByRole("radio", { name: /^Dismissed/ });
    await staff.tabTo(staff.dialog.locator("[role=radio][aria-checked=true], input[type=radio]:checked"));
    while (!(await dismissed.isChecked())) await keyboard.press("ArrowDown");
    const save = staff.dialog.getByRole("button", { name: "Save" });
    await staff.tabTo(save);
    await keyboard.press("Enter");
    expect(await staff.problem.textContent()).toBe("Enter a reason.");
    expect(await staff.hasFocus(staff.dialog.getByLabel("Reason"))).toBe(true);
    await staff.dialogHasNoFlaws();
    await keyboard.type("Typed.");
    await staff.tabTo(save);
    await keyboard.press("Enter");
    await staff.items.waitFor({ state: "detached" });
    await staff.timeline
      .getByText(`${site().host.operator} dismissed the payment: Typed.`, { exact: true })
      .waitFor();
  });

  test("a payment that staff accept with proof places the order, without a reload of the page", async () => {
    const sale = await site().pay(tooLittle);
    await using staff = await open();
    await staff.payment(sale);
    await staff.resolve(/^Accepted with proof/, "The rest came by wire.");
    await staff.items.waitFor({ state: "detached" });
    await staff.timeline.getByText(/accepted transaction \d+: The rest came by wire\./).waitFor();
    await staff.timeline.getByText("Paid", { exact: true }).waitFor();
    await expect.poll(() => site().host.isPlaced(sale)).toBe(true);
  });

  test("a notification that does not verify can be retried, and the page displays the result", async () => {
    const sale = await site().pay(wrongSign);
    await using staff = await open();
    await staff.payment(sale);
    await staff.items.getByRole("button", { name: "Try again" }).click();
    await staff.page.getByText("The retry failed: 0 of 1 notifications verify now.").waitFor();
  });

  test("the queue lists review items by kind, and links to their payment", async () => {
    const sale = await site().pay(tooLittle);
    const other = await site().pay(wrongSign);
    await using staff = await open();
    await staff.queue();
    await staff.page
      .getByRole("link", { name: /^Review items/ })
      .first()
      .waitFor();
    await staff.page.getByRole("heading", { name: /^Review items \([1-9]\d*\)$/ }).waitFor();
    await staff.shot("queue");
    const row = staff.queuedOf(sale);
    const text = (await row.textContent()) ?? "";
    const amount = `${site().host.price} USD`;
    for (const fact of ["Ada Lovelace · ada@example.com · ", "1 × ", amount, "1.00 USD"])
      expect(text).toContain(fact);
    await staff.choose("Show", /^Notifications not verified /);
    await row.waitFor({ state: "detached" });
    await staff.queuedOf(other).waitFor();
    await staff.choose("Show", /^Amount does not match /);
    await row.waitFor();
    await staff.search(sale.attemptId);
    await expect.poll(() => staff.queued.locator("[data-kind]").count()).toBe(1);
    await row.getByRole("link").click();
    await staff.items.getByText("Evidence").waitFor();
    expect(await staff.timeline.textContent()).toContain(sale.attemptId);
    await staff.page.goBack();
    await row.waitFor();
  });

  test("the queue resolves several items of one kind, and says why one of them is still open", async () => {
    const [elsewhere, here] = [await site().pay(tooLittle), await site().pay(tooLittle)];
    const sales = [elsewhere, here];
    const other = await site().pay(wrongSign);
    await using staff = await open();
    await staff.queue();
    await staff
      .queuedOf(...sales)
      .first()
      .getByRole("checkbox")
      .click();
    expect(await staff.queuedOf(other).getByRole("checkbox").isDisabled()).toBe(true);
    await staff.choose("Show", /^Amount does not match /);
    await staff.queuedOf(other).waitFor({ state: "detached" });
    const count = await staff.queued.locator("[data-kind]").count();
    const all = staff.queued.getByRole("checkbox", { name: `Select all ${count} on this page` });
    await all.click();
    await staff.bulk.getByText(`${count} selected`).waitFor();
    await all.click();
    for (const sale of sales) await staff.queuedOf(sale).getByRole("checkbox").click();
    if (count > 2) expect(await all.ariaSnapshot()).toContain("[checked=mixed]");
    await staff.bulk.getByText("2 selected").waitFor();
    await staff.hasNoFlaws();
    await staff.shot("bulk");
    await staff.bulk.getByRole("button", { name: "Dismiss" }).click();
    await using colleague = await open();
    await colleague.payment(elsewhere);
    await colleague.resolve(/^Dismissed/, "Elsewhere.");
    await colleague.items.waitFor({ state: "detached" });
    await staff.dialog.getByLabel("Reason").fill("Given back: statement 8.");
    await staff.dialogHasNoFlaws();
    await staff.save();
    const result = staff.page.getByTestId("pay-index-bulk-result");
    await result.getByText("1 resolved · 1 still open").waitFor();
    const open1 = `Amount does not match, ${elsewhere.attemptId}: The item is already resolved`;
    expect(await result.getByRole("listitem").textContent()).toContain(open1);
    await expect.poll(() => staff.queuedOf(...sales).count()).toBe(0);
    await staff.hasNoFlaws();
    await staff.payment(here);
    await staff.timeline.getByText(/dismissed the payment: Given back: statement 8\.$/).waitFor();
  });
}
