import { expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import type { MedusaAdminSetup } from "./admin-setup.ts";
import type { PageAppearance, StaffBrowser } from "./staff-browser.ts";

const lost = { kind: "drop" } as const;

interface QuerySetup {
  readonly setup: () => MedusaAdminSetup;
  readonly open: (look?: Partial<PageAppearance>) => Promise<StaffBrowser>;
}

/** Staff ask the gateway about attempts, in a real admin. */
export function gatewayQuerySuite({ setup, open }: QuerySetup): void {
  test("staff ask about a selected attempt whose notification was lost, and the list displays it as paid (QRY-FACT)", async () => {
    const { attemptId } = await setup().pay([lost]);
    await using staff = await open();
    await staff.attemptList();
    const row = staff.attemptOf(attemptId);
    expect(await row.getAttribute("data-state")).toBe("pending");
    await row.getByRole("checkbox").click();
    await staff.bulk.getByText("1 selected").waitFor();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    await staff.queryResult.getByText("The gateway's answer: Paid: 1", { exact: true }).waitFor();
    await expect.poll(() => row.getAttribute("data-state")).toBe("paid");
    expect(await staff.bulk.count()).toBe(0);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await row.getByRole("link").click();
    await staff.page.waitForURL("**/orders/order_*");
    await staff.timeline.getByText(/^When asked, the gateway answered that 24\.99 USD is paid/).waitFor();
  });

  test("an answer that the attempt is not paid changes nothing, and each unusable answer says why", async () => {
    const wrong = await setup().pay([lost, { kind: "query_state", state: "NOTPAY" }]);
    const broken = await setup().pay([lost, { kind: "broken_reply", as: "html" }]);
    await using staff = await open();
    await staff.attemptList();
    for (const { attemptId } of [wrong, broken])
      await staff.attemptOf(attemptId).getByRole("checkbox").click();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    await staff.queryResult.getByText("The gateway's answer: Not paid: 1 · No answer: 1").waitFor();
    expect(await staff.queryResult.getByRole("listitem").allTextContents()).toEqual([
      `${broken.attemptId} · No answer · The gateway gave no usable answer (not_json).`,
    ]);
    for (const { attemptId } of [wrong, broken])
      expect(await staff.attemptOf(attemptId).getAttribute("data-state")).toBe("pending");
    expect(await staff.flaws()).toEqual(noPageFlaws);
  });

  test("staff ask about one attempt on the page of its cart, which then has its order", async () => {
    const { cartId, attemptId } = await setup().pay([lost]);
    await using staff = await open();
    await staff.cart(cartId);
    await staff.timeline.getByRole("button", { name: `Ask the gateway: ${attemptId}` }).click();
    await staff.page.getByText("The gateway's answer: Paid", { exact: true }).waitFor();
    await staff.page.getByRole("link", { name: /^Order order_/ }).waitFor();
    expect(await staff.timeline.getByRole("button").count()).toBe(0);
  });
}
