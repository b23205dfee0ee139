import { beforeAll, expect, test } from "vitest";
import type { StaffSuite } from "./staff-browser.ts";

const slowly = { kind: "slow_refund", seconds: 3000 } as const;

/** Staff refund, and see that subscriptions renew: what each release of a host must do. */
export function refundAndRenewalSuite({ site, open }: StaffSuite): void {
  beforeAll(async () => {
    await using staff = await open();
    await staff.health();
    // As staff do, from the page into the gateway's back office.
    const address = await staff.healthPanel.locator("[data-dispute-webhook='10002'] code").textContent();
    await site().gateway.setDisputeWebhook("10002", address ?? "");
  });

  test("staff refund a part of an order, and the shop has the refund when the gateway has made it (B-56, B-60)", async () => {
    const sale = await site().pay();
    await site().setFaults(sale, slowly);
    await using staff = await open();
    await staff.payment(sale);
    await staff.refund("10.00");
    await staff.page.getByText("The gateway accepted the refund. It reports later").waitFor();
    await staff.refunds.locator("[data-state=accepted]").waitFor();
    expect(await site().host.refunded(sale)).toBe(0);
    await site().gateway.advance({ hours: 1 });
    await expect.poll(() => site().host.refunded(sale)).toBe(10);
    await staff.payment(sale);
    const line = staff.refunds.locator("[data-state=succeeded]");
    expect(await line.textContent()).toMatch(/^10\.00 USD.*Refunded.*Reason: Returned · Refund ID: \d+$/);
    const asked = `${site().host.operator} asked for a refund of 10.00 USD: Returned`;
    await staff.timeline.getByText(asked).waitFor();
  });

  test("a subscription has its cycles, each with its order, and the next cycle", async () => {
    const sale = await site().subscribe();
    await using staff = await open();
    await staff.payment(sale);
    const lines = staff.cycles.locator("[data-cycle]");
    await expect.poll(() => lines.count()).toBe(3);
    const text = (await staff.cycles.textContent()) ?? "";
    expect(text).toMatch(/^Subscription: monthly × 12Active/);
    expect(text).toMatch(/The gateway confirmed .+, cycle 2\)\./);
    expect(await lines.nth(2).textContent()).toMatch(/^Cycle 3\/12.*Expected/);
    if (!site().host.hasOrderPages) return;
    const first = await lines.nth(0).getByRole("link").getAttribute("href");
    expect(staff.page.url()).toContain(first ?? "no link");
    await lines.nth(1).getByRole("link").click();
    await staff.page.waitForURL((url) => !url.pathname.endsWith(first ?? ""));
    await staff.page.getByTestId("pay-index-payment").waitFor();
  });
}

/** Staff cancel subscriptions, and read about disputes and cycles. */
export function operationsSuite({ site, open }: StaffSuite): void {
  test("a refund that the gateway refuses is an error with its reason, and can be made again (B-56, B-57)", async () => {
    const sale = await site().pay();
    await site().setFaults(sale, { kind: "refuse_refund" });
    await using staff = await open();
    await staff.payment(sale);
    await staff.refund("10.00");
    await staff.page.getByText("The gateway refused the refund. No money has moved.").waitFor();
    await staff.refunds.locator("[data-state=failed]", { hasText: "Details: V0011" }).waitFor();
    expect(await site().host.refunded(sale)).toBe(0);
    await staff.hasNoFlaws();
    await site().setFaults(sale);
    await staff.refund(site().host.price);
    await staff.refunds.getByRole("listitem").nth(1).waitFor();
  });

  test("a chargeback says what to do, the order stays paid, and its refund is recorded with its amount (B-60)", async () => {
    const sale = await site().pay();
    const { price } = site().host;
    await site().dispute(sale, "chargeback");
    await site().dispute(sale, "ethoca_alert");
    await using staff = await open();
    await staff.payment(sale);
    const items = staff.items.locator("[data-kind=dispute]");
    await items.getByText("Chargeback", { exact: true }).waitFor();
    await items.getByText("Ethoca alert", { exact: true }).waitFor();
    await items.getByText(/Answer the chargeback at the gateway\./).waitFor();
    await staff.timeline.getByText(/^The gateway reported a chargeback of transaction \d+/).waitFor();
    await staff.timeline.getByText("Paid", { exact: true }).waitFor();
    await items.first().getByRole("button", { name: "Record a refund" }).click();
    const amount = staff.dialog.getByLabel("Refunded amount (USD)");
    const reference = staff.dialog.getByLabel("Refund ID at the gateway");
    await staff.dialog.getByText(`You can refund at most ${price} USD.`).waitFor();
    await staff.dialog.getByLabel("Reason").fill("The bank decided for the buyer.");
    await reference.fill("CB-7");
    await amount.fill("1,50");
    await staff.save();
    expect(await staff.problem.textContent()).toBe(`Enter an amount such as ${price}.`);
    expect(await staff.hasFocus(amount)).toBe(true);
    await staff.dialogHasNoFlaws();
    await amount.fill("10");
    await staff.shot("record-refund");
    await staff.save();
    await expect.poll(() => items.count()).toBe(1);
    const recorded = "recorded a refund of 10.00 USD (reference CB-7): The bank decided for the buyer.";
    await staff.timeline.getByText(`${site().host.operator} ${recorded}`).waitFor();
    // A shop without an admin gets only the refunds that the gateway made.
    await expect.poll(() => site().host.refunded(sale)).toBe(site().host.hasOrderPages ? 10 : 0);
  });

  test("staff cancel a subscription, and the gateway charges no further cycle (B-58)", async () => {
    const sale = await site().subscribe();
    await using staff = await open();
    await staff.payment(sale);
    const cancel = staff.timeline.getByRole("button", { name: "Cancel the subscription" });
    await cancel.click();
    const question = staff.page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Do not cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect((await site().gateway.orderDetails(sale.attemptId)).canClose).toBe(true);
    await cancel.click();
    await question.getByRole("button", { name: "Cancel the subscription" }).click();
    await staff.page
      .getByText("The subscription is cancelled. The gateway charges no further cycle.")
      .waitFor();
    await staff.cycles.getByText("Closed, no further charges").waitFor();
    await staff.timeline.getByText(`${site().host.operator} asked to cancel the subscription.`).waitFor();
    expect(await cancel.count()).toBe(0);
    expect((await site().gateway.orderDetails(sale.attemptId)).canClose).toBe(false);
    await staff.hasNoFlaws();
  });

  test("a charge with an unknown cycle is accepted for the cycle that staff name, and becomes its order", async () => {
    const sale = await site().subscribe({ kind: "wrong_cycle", count: "x" });
    await using staff = await open();
    await staff.payment(sale);
    const item = staff.items.locator("[data-kind=unknown-cycle]");
    expect(await item.textContent()).toContain("names the cycle x, which is not the number of a cycle");
    await item.getByRole("button", { name: "Other actions" }).click();
    const cycle = staff.dialog.getByRole("spinbutton", { name: "Which cycle does the charge pay?" });
    await staff.dialog.getByRole("radio", { name: /^Refund recorded/ }).click();
    expect(await cycle.count()).toBe(0);
    await staff.dialog.getByRole("radio", { name: /^Accepted with proof/ }).click();
    await staff.dialog.getByLabel("Reason").fill("Seen in the back office.");
    // A browser can keep a number with decimals to itself.
    await cycle.fill("1.5");
    await staff.save();
    await staff.problem.getByText("Enter the cycle that the charge pays, as a whole number").waitFor();
    expect(await staff.hasFocus(cycle)).toBe(true);
    await cycle.fill("1");
    await cycle.press("Enter");
    await staff.problem.getByText("is paid already").waitFor();
    await staff.dialogHasNoFlaws();
    await cycle.fill("2");
    await staff.save();
    await staff.items.waitFor({ state: "detached" });
    const second = staff.cycles.locator("[data-cycle='2']");
    await second.getByText(/accepted transaction \d+: Seen in the back office\./).waitFor();
    if (site().host.hasOrderPages) await second.getByRole("link").waitFor();
    await staff.hasNoFlaws();
  });
}
