import { describe, expect, test } from "vitest";
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
    await staff.shot("paid");
  });

  test("an action needs a reason, and the timeline has who took it", async () => {
    const sale = await site().pay(tooLittle);
    await using staff = await open();
    await staff.payment(sale);
    expect(await staff.items.locator("[data-kind=amount-mismatch]").textContent()).toContain("1.00 USD paid");
    await staff.shot("mismatch");
    await staff.items.getByRole("button", { name: "Record a refund" }).click();
    expect(await staff.dialog.getByRole("radio", { name: /^Refund recorded/ }).isChecked()).toBe(true);
    await staff.dialog.getByRole("radio", { name: /^Dismissed/ }).click();
    for (const missing of ["", "  "]) {
      await staff.dialog.getByLabel("Reason").fill(missing);
      expect(await staff.problem.count()).toBe(0);
      await staff.save();
      expect(await staff.problem.textContent()).toBe("Enter a reason.");
      expect(await staff.hasFocus(staff.dialog.getByLabel("Reason"))).toBe(true);
    }
    await staff.dialogHasNoFlaws();
    await staff.dialog.getByLabel("Reason").fill("Given back: statement 7.");
    await staff.shot("resolve");
    await staff.save();
    await staff.items.waitFor({ state: "detached" });
    const line = `${site().host.operator} dismissed the payment: Given back: statement 7.`;
    await staff.timeline.getByText(line, { exact: true }).waitFor();
  });

  test("with the keyboard alone, staff resolve an item, and the focus returns where it was", async () => {
    const sale = await site().pay(tooLittle);
    await using staff = await open();
    await staff.payment(sale);
    const { keyboard } = staff.page;
    const others = staff.items.getByRole("button", { name: "Other actions" });
    await staff.tabTo(others);
    await keyboard.press("Enter");
    await staff.dialog.waitFor();
    await keyboard.press("Escape");
    await staff.dialog.waitFor({ state: "detached" });
    await expect.poll(() => staff.hasFocus(others)).toBe(true);
    await keyboard.press("Enter");
    const dismissed = staff.dialog.getByRole("radio", { name: /^Dismissed/ });
    await staff.tabTo(staff.dialog.locator("[role=radio][aria-checked=true], input[type=radio]:checked"));
    while (!(await dismissed.isChecked())) await keyboard.press("ArrowDown");
    await staff.tabTo(staff.dialog.getByLabel("Reason"));
    await keyboard.type("Typed.");
    await staff.tabTo(staff.dialog.getByRole("button", { name: "Save" }));
    await keyboard.press("Enter");
    await staff.timeline.getByText(/dismissed the payment: Typed\.$/).waitFor();
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

  test("a session that ends while a dialog is open loses nothing that was typed", async () => {
    const sale = await site().pay(tooLittle);
    await using staff = await open();
    await staff.payment(sale);
    const signIn = await site().host.endSession(staff.page);
    await staff.resolve(/^Dismissed/, "A long reason.");
    await staff.problem.waitFor();
    expect(await staff.problem.textContent()).toContain("You are signed out. Sign in in another tab");
    await staff.shot("session-ended");
    await signIn();
    expect(await staff.dialog.getByLabel("Reason").inputValue()).toBe("A long reason.");
    await staff.save();
    await staff.timeline.getByText(/dismissed the payment: A long reason\.$/).waitFor();
  });

  describe("the queue", () => {
    test("lists review items by kind, and links to their payment", async () => {
      const sale = await site().pay(tooLittle);
      const other = await site().pay(wrongSign);
      await using staff = await open();
      await staff.queue();
      await staff.page
        .getByRole("link", { name: /^Review items/ })
        .first()
        .waitFor();
      await staff.page.getByRole("heading", { name: /^Review items \([1-9]\d*\)$/ }).waitFor();
      await staff.hasNoFlaws();
      await staff.shot("queue");
      const row = staff.queuedOf(sale);
      const text = (await row.textContent()) ?? "";
      for (const fact of [
        "Ada Lovelace · ada@example.com · ",
        "1 × ",
        `${site().host.price} USD`,
        "1.00 USD",
      ])
        expect(text).toContain(fact);
      await staff.choose("Show", /^Notifications not verified /);
      await row.waitFor({ state: "detached" });
      await staff.queuedOf(other).waitFor();
      await staff.choose("Show", /^Amount does not match /);
      await row.waitFor();
      await staff.search("nobody");
      await staff.page.getByText("No review item matches.").waitFor();
      await staff.search(sale.attemptId);
      await expect.poll(() => staff.queued.locator("[data-kind]").count()).toBe(1);
      await row.getByRole("link").click();
      await staff.items.getByText("Evidence").waitFor();
      expect(await staff.timeline.textContent()).toContain(sale.attemptId);
      await staff.page.goBack();
      await row.waitFor();
    });

    test("has pages, and returns from a page that does not exist any more", async () => {
      const sales = [await site().pay(tooLittle), await site().pay(tooLittle)];
      await using staff = await open();
      const rows = staff.queued.locator("[data-kind]");
      await staff.queue();
      const count = await rows.count();
      await staff.queue("offset=1");
      await staff.queued.getByText(`2 to ${count} of ${count}`).waitFor();
      expect(await rows.count()).toBe(count - 1);
      expect(await staff.queued.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
      await staff.queued.getByRole("button", { name: "Previous page" }).click();
      await expect.poll(() => rows.count()).toBe(count);
      await staff.queue("offset=900");
      await staff
        .queuedOf(...sales)
        .first()
        .waitFor();
    });

    test("resolves several items of one kind, and says why one of them is still open", async () => {
      const sales = [await site().pay(tooLittle), await site().pay(tooLittle)];
      const [elsewhere, here] = sales;
      const other = await site().pay(wrongSign);
      await using staff = await open();
      await staff.queue();
      await staff
        .queuedOf(...sales)
        .first()
        .getByRole("checkbox")
        .click();
      expect(await staff.queuedOf(other).getByRole("checkbox").isDisabled()).toBe(true);
      // All of one kind, and then all but these two again.
      await staff.choose("Show", /^Amount does not match /);
      await staff.queuedOf(other).waitFor({ state: "detached" });
      const rows = staff.queued.locator("[data-kind]");
      const count = await rows.count();
      const all = staff.queued.getByRole("checkbox", { name: `Select all ${count} on this page` });
      await all.click();
      await staff.bulk.getByText(`${count} selected`).waitFor();
      const first = rows.first().getByRole("checkbox");
      await first.click();
      expect(await all.ariaSnapshot()).toContain("[checked=mixed]");
      await first.click();
      for (const row of await rows.all()) {
        const text = (await row.textContent()) ?? "";
        if (!sales.some(({ attemptId }) => text.includes(attemptId))) await row.getByRole("checkbox").click();
      }
      await staff.bulk.getByText("2 selected").waitFor();
      await staff.hasNoFlaws();
      await staff.shot("bulk");
      await staff.bulk.getByRole("button", { name: "Dismiss" }).click();
      if (elsewhere !== undefined) await site().dismissElsewhere(elsewhere);
      await staff.save();
      await staff.problem.getByText("Enter a reason.").waitFor();
      await staff.dialog.getByLabel("Reason").fill("Given back: statement 8.");
      await staff.dialogHasNoFlaws();
      await staff.shot("bulk-resolve");
      await staff.save();
      const result = staff.page.getByTestId("pay-index-bulk-result");
      await result.getByText("1 resolved · 1 still open").waitFor();
      const open1 = `Amount does not match, ${elsewhere?.attemptId}: The item is already resolved`;
      expect(await result.getByRole("listitem").textContent()).toContain(open1);
      await expect.poll(() => staff.queuedOf(...sales).count()).toBe(0);
      await staff.hasNoFlaws();
      await staff.shot("bulk-result");
      if (here !== undefined) await staff.payment(here);
      await staff.timeline.getByText(/dismissed the payment: Given back: statement 8\.$/).waitFor();
    });
  });
}
