import { beforeAll, expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import type { MedusaAdminSetup } from "./admin-setup.ts";
import type { PageAppearance, StaffBrowser } from "./staff-browser.ts";

const slowly = { kind: "slow_refund", seconds: 3000 } as const;
const ended = { hours: 1 };

interface OperationsSetup {
  /** The first part of the names of the screenshots. */
  readonly name: string;
  /** A shop with every operation. */
  readonly setup: () => MedusaAdminSetup;
  readonly open: (look?: Partial<PageAppearance>) => Promise<StaffBrowser>;
  readonly looks: readonly PageAppearance[];
}

const words = {
  en: {
    refundFailed: "Refund failed",
    refund: "Refund through the gateway",
    cancel: "Cancel the subscription",
  },
  zhCN: { refundFailed: "退款失败", refund: "通过网关退款", cancel: "取消订阅" },
} as const;

/** Staff refund, cancel subscriptions and read about disputes in a real admin. */
export function gatewayOperationsSuite({ name, setup, open, looks }: OperationsSetup): void {
  beforeAll(async () => {
    await using staff = await open();
    await staff.health();
    const addresses = staff.healthPanel.locator("[data-dispute-webhook]");
    expect(await addresses.count()).toBe(5);
    // As staff do, from the page into the gateway's back office.
    const address = await staff.healthPanel.locator("[data-dispute-webhook='10002'] code").textContent();
    await setup().gateway.setDisputeWebhook("10002", address ?? "");
    expect(await staff.flaws()).toEqual(noPageFlaws);
  });

  test("staff refund a part of an order, and Medusa has the refund when the gateway has made it (B-56, B-60)", async () => {
    const { orderId, attemptId } = await setup().paid();
    await setup().setFaults(attemptId, slowly);
    await using staff = await open();
    await staff.order(orderId);
    await staff.refund("10.00");
    await staff.page.getByText("The gateway accepted the refund. It reports later").waitFor();
    await staff.refunds.locator("[data-state=accepted]").waitFor();
    expect(await setup().refundsOf(orderId)).toEqual([]);
    await setup().gateway.advance(ended);
    await expect.poll(() => setup().refundsOf(orderId)).toEqual([10]);
    await staff.order(orderId);
    const line = staff.refunds.locator("[data-state=succeeded]");
    expect(await line.textContent()).toMatch(/^10\.00 USD.*Refunded.*Reason: Returned · Refund ID: \d+$/);
    await staff.page.getByText("Partially refunded").first().waitFor();
    await staff.timeline.getByText("staff@shop.example asked for a refund of 10.00 USD: Returned").waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${name}-refund-succeeded`);
  });

  test("a refund that the gateway refuses is an error with its reason, also in Medusa's own dialog (B-56, B-57)", async () => {
    const { orderId, attemptId } = await setup().paid();
    await setup().setFaults(attemptId, { kind: "refuse_refund" });
    await using staff = await open();
    await staff.order(orderId);
    await staff.refund("10.00");
    await staff.page.getByText("The gateway refused the refund. No money has moved.").waitFor();
    await staff.refunds.locator("[data-state=failed]", { hasText: "Details: V0011" }).waitFor();
    await staff.shot(`${name}-refund-refused`);
    const { id } = await setup().paymentOf(orderId);
    await staff.page.goto(`${setup().origin}/app/orders/${orderId}/refund?paymentId=${id}`);
    await staff.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await staff.page.getByText(/The gateway refused the refund: V0011/).waitFor();
    await staff.shot(`${name}-refund-refused-by-medusa`);
    expect(await setup().refundsOf(orderId)).toEqual([]);
    await staff.order(orderId);
    expect(await staff.items.count()).toBe(0);
    // Medusa's dialog shows the error, and does not catch it.
    const refusal = "The gateway refused the refund: V0011:refused by a fault. No money has moved.";
    expect(await staff.flaws()).toEqual({ ...noPageFlaws, complaints: [refusal] });
  });

  test("a chargeback is a review item that says what to do, and the order stays paid (B-60)", async () => {
    const { orderId, attemptId } = await setup().paid();
    await setup().dispute(attemptId, "chargeback");
    await setup().dispute(attemptId, "rdr_alert");
    await using staff = await open();
    await staff.order(orderId);
    const items = staff.items.locator("[data-kind=dispute]");
    await items.getByText("Chargeback", { exact: true }).waitFor();
    await items.getByText("RDR alert", { exact: true }).waitFor();
    await items.getByText("Answer the chargeback at the gateway.").waitFor();
    await staff.timeline.getByText(/^The gateway reported a chargeback of transaction \d+/).waitFor();
    await staff.timeline.getByText("Paid", { exact: true }).waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${name}-disputes`);
    await items.first().getByRole("button", { name: "Record a refund" }).click();
    const drawer = staff.page.getByRole("dialog");
    await drawer.getByLabel("Refund ID at the gateway").fill("CB-7");
    await drawer.getByLabel("Reason").fill("The bank decided for the buyer.");
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => items.count()).toBe(1);
    await expect.poll(() => setup().refundsOf(orderId)).toEqual([24.99]);
    await staff.queue();
    await staff.waiting.locator("[data-kind=dispute]", { hasText: attemptId }).waitFor();
  });

  test("staff cancel a subscription, and the gateway charges no further cycle (B-58)", async () => {
    const { orderId, attemptId } = await setup().subscribe();
    await using staff = await open();
    await staff.order(orderId);
    const cancel = staff.timeline.getByRole("button", { name: "Cancel the subscription" });
    await cancel.click();
    const dialog = staff.page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Do not cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await setup().gateway.orderDetails(attemptId)).canClose).toBe(true);
    await cancel.click();
    await dialog.getByRole("button", { name: "Cancel the subscription" }).click();
    await staff.page
      .getByText("The subscription is cancelled. The gateway charges no further cycle.")
      .waitFor();
    await staff.timeline.getByText("Subscription: Closed, no further charges").waitFor();
    await staff.timeline.getByText("staff@shop.example asked to cancel the subscription.").waitFor();
    expect(await cancel.count()).toBe(0);
    expect((await setup().gateway.orderDetails(attemptId)).canClose).toBe(false);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${name}-subscription-cancelled`);
  });

  test.each([...looks, ...looks.map((look) => ({ ...look, language: "en" as const }))])(
    "$language, $width px wide and $theme, refunds, disputes and cancellations are without a flaw that axe finds",
    async (look) => {
      const { language, width, theme } = look;
      const shot = `${name}-${language}-${width}-${theme}`;
      const { orderId, attemptId } = await setup().paid();
      expect(await setup().refund(orderId)).toBe(200);
      await setup().setFaults(attemptId, slowly, { kind: "fail_refund" });
      expect(await setup().refund(orderId)).toBe(200);
      await setup().gateway.advance(ended);
      await setup().dispute(attemptId, "chargeback");
      const subscription = await setup().subscribe();
      await using staff = await open(look);
      await staff.order(orderId);
      await staff.items.getByText(words[language].refundFailed, { exact: true }).waitFor();
      expect(await staff.flaws()).toEqual(noPageFlaws);
      await staff.shotOf("items", `operations-items-${shot}`);
      await staff.shotOf("timeline", `operations-${shot}`);
      await staff.timeline.getByRole("button", { name: new RegExp(`^${words[language].refund}`) }).click();
      await staff.page.getByRole("dialog").waitFor();
      expect(await staff.flaws("[data-testid=pay-index-resolution]")).toEqual(noPageFlaws);
      await staff.shot(`operations-refund-${shot}`);
      await staff.health();
      expect(await staff.flaws()).toEqual(noPageFlaws);
      await staff.shot(`webhooks-${shot}`);
      await staff.order(subscription.orderId);
      await staff.timeline.getByRole("button", { name: words[language].cancel }).click();
      await staff.page.getByRole("alertdialog").waitFor();
      await staff.shot(`operations-cancel-${shot}`);
    },
  );
}
