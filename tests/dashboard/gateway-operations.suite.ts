import { beforeAll, expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { type DashboardStage, type PageAppearance, StaffBrowser } from "./staff-browser.ts";

const block = "[data-testid=pay-index-payments]";
const slowly = { kind: "slow_refund", seconds: 3000 } as const;
const ended = { hours: 1 };

const looks: PageAppearance[] = (["en", "zh_Hans"] as const).flatMap((language) =>
  [320, 1280].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme, language }))),
);

const words = {
  en: { refundFailed: "Refund failed", chargeback: "Chargeback", cancel: "Cancel the subscription" },
  zh_Hans: { refundFailed: "退款失败", chargeback: "拒付", cancel: "取消订阅" },
} as const;

/** Staff refund, cancel subscriptions and read about disputes in a real dashboard. The shop has every operation. */
export function gatewayOperationsSuite(stage: () => DashboardStage): void {
  const open = (look: Partial<PageAppearance> = {}) => StaffBrowser.open(stage(), look);
  const setup = () => stage().setup;

  beforeAll(async () => {
    await using staff = await open();
    await staff.healthPanel();
    const addresses = staff.health.locator("[data-dispute-webhook]");
    expect(await addresses.count()).toBe(3);
    // As staff do, from the page into the gateway's back office.
    const address = await addresses.locator("code").first().textContent();
    await setup().gateway.setDisputeWebhook("10002", address ?? "");
    expect(await staff.flaws("[data-testid=pay-index-health]")).toEqual(noPageFlaws);
  });

  test("staff refund a part of an order, and the page has the result when the gateway reports it (B-56, B-60)", async () => {
    const { code, attemptId } = await setup().paid();
    await setup().setFaults(attemptId, slowly);
    await using staff = await open();
    await staff.order(code);
    await staff.refund("10.00");
    await staff.refunds.getByText("Accepted, money not back yet").waitFor();
    expect(await setup().refundRecords(code)).toEqual([{ total: 1000, state: "Pending" }]);
    await setup().gateway.advance(ended);
    await staff.order(code);
    await staff.refunds.getByText("Refunded", { exact: true }).waitFor();
    expect(await staff.refunds.textContent()).toContain("10.00 USD");
    expect(await staff.block.textContent()).toMatch(/1 \(Super Admin\) asked for a refund of 10\.00 USD: /);
    expect(await setup().refundRecords(code)).toEqual([{ total: 1000, state: "Settled" }]);
    expect(await staff.block.getByRole("button").count()).toBe(0);
    expect(await staff.flaws(block)).toEqual(noPageFlaws);
    await staff.shot("refund-succeeded");
  });

  test("a refund that the gateway refuses is an error with the reason, and can be made again (B-56, B-57)", async () => {
    const { code, attemptId } = await setup().paid();
    await setup().setFaults(attemptId, { kind: "refuse_refund" });
    await using staff = await open();
    await staff.order(code);
    await staff.askForRefund("10.00");
    await staff.page.getByText("Failed to process refund", { exact: true }).waitFor();
    await staff.page.getByText(/Nothing was refunded: V0011/).waitFor();
    await staff.shot("refund-refused");
    expect(await setup().refundRecords(code)).toEqual([{ total: 1000, state: "Failed" }]);
    await staff.order(code);
    await staff.refunds.getByText("Failed", { exact: true }).waitFor();
    await staff.refunds.getByText(/^Details: V0011/).waitFor();
    expect(await staff.block.locator("[data-kind]").count()).toBe(0);
    expect(await staff.flaws(block)).toEqual(noPageFlaws);
    await setup().setFaults(attemptId);
    await staff.refund("42.50");
    await staff.refunds.getByRole("listitem").nth(1).waitFor();
  });

  test("a chargeback is a review item that says what to do, and the order stays paid (B-60)", async () => {
    const { code, attemptId } = await setup().paid();
    await setup().dispute(attemptId, "chargeback");
    await setup().dispute(attemptId, "ethoca_alert");
    await using staff = await open();
    await staff.order(code);
    const items = staff.block.locator("[data-kind=DISPUTE]");
    expect(await items.getByRole("heading").allTextContents()).toEqual(["Chargeback", "Ethoca alert"]);
    expect(await items.first().textContent()).toContain("Answer the chargeback at the gateway.");
    await staff.block.getByText(/^The gateway reported a chargeback of transaction \d+/).waitFor();
    await staff.block.getByText("Paid", { exact: true }).waitFor();
    expect(await setup().orderRecord(code)).toMatchObject({ state: "PaymentSettled" });
    expect(await staff.flaws(block)).toEqual(noPageFlaws);
    await staff.shot("disputes");
    await items.first().getByRole("button", { name: "Record a refund" }).click();
    const dialog = staff.page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("The bank decided for the buyer.");
    await dialog.getByLabel("Refunded amount").fill("42.50");
    await dialog.getByLabel("Refund ID at the gateway").fill("CB-7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => items.count()).toBe(1);
    expect(await setup().refundRecords(code)).toEqual([{ total: 4250, state: "Settled" }]);
    await staff.items();
    const row = staff.queue.locator("[data-kind=DISPUTE]", { hasText: code });
    expect(await row.textContent()).toContain("Ethoca alert");
  });

  test("staff cancel a subscription, and the gateway charges no further cycle (B-58)", async () => {
    const { code, attemptId } = await setup().subscription();
    await using staff = await open();
    await staff.order(code);
    const cancel = staff.block.getByRole("button", { name: "Cancel the subscription" });
    await cancel.click();
    const dialog = staff.page.getByRole("dialog");
    expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
    await dialog.getByRole("button", { name: "Do not cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await setup().gateway.orderDetails(attemptId)).canClose).toBe(true);
    await cancel.click();
    await dialog.getByRole("button", { name: "Cancel the subscription" }).click();
    await staff.page
      .getByText("The subscription is cancelled. The gateway charges no further cycle.")
      .waitFor();
    await staff.block.getByText("Closed, no further charges").waitFor();
    await staff.block.getByText("1 (Super Admin) asked to cancel the subscription.").waitFor();
    expect(await cancel.count()).toBe(0);
    expect((await setup().gateway.orderDetails(attemptId)).canClose).toBe(false);
    expect(await staff.flaws(block)).toEqual(noPageFlaws);
    await staff.shot("subscription-cancelled");
  });

  test.each(looks)(
    "in $language, $width px wide and $theme, refunds, disputes and cancellations have no flaw that axe finds",
    async (look) => {
      const { language, width, theme } = look;
      const name = `${language}-${width}-${theme}`;
      const { code, attemptId } = await setup().paid();
      await setup().refund(code, 1000);
      await setup().setFaults(attemptId, slowly, { kind: "fail_refund" });
      await setup().refund(code, 500);
      await setup().gateway.advance(ended);
      await setup().dispute(attemptId, "chargeback");
      const subscription = await setup().subscription();
      await using staff = await open(look);
      await staff.order(code);
      await staff.block.getByRole("heading", { name: words[language].refundFailed }).waitFor();
      await staff.block.getByRole("heading", { name: words[language].chargeback }).waitFor();
      expect(await staff.flaws(block)).toEqual(noPageFlaws);
      await staff.shotOfBlock(`operations-${name}`);
      await staff.healthPanel();
      expect(await staff.flaws("[data-testid=pay-index-health]")).toEqual(noPageFlaws);
      await staff.shot(`webhooks-${name}`);
      await staff.order(subscription.code);
      await staff.block.getByRole("button", { name: words[language].cancel }).click();
      await staff.page.getByRole("dialog").waitFor();
      expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
      await staff.shot(`cancel-${name}`);
    },
  );
}
