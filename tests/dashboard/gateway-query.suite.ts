import { expect, test } from "vitest";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { type DashboardStage, type PageAppearance, StaffBrowser } from "./staff-browser.ts";

const lost = { kind: "drop" } as const;
const ours = "[data-testid=pay-index-attempts]";

/** Staff ask the gateway about attempts, in a real dashboard. */
export function gatewayQuerySuite(stage: () => DashboardStage): void {
  const open = (look: Partial<PageAppearance> = {}) => StaffBrowser.open(stage(), look);
  const setup = () => stage().setup;

  test("staff ask about a selected attempt whose notification was lost, and the list displays it as paid (QRY-FACT)", async () => {
    const code = await setup().order([lost]);
    await using staff = await open();
    await staff.attempts();
    const row = staff.attemptOf(code);
    expect(await row.getAttribute("data-state")).toBe("PENDING");
    await row.getByRole("checkbox").click();
    await staff.bulk.getByText("1 selected").waitFor();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    await staff.page.getByText("The gateway's answer: Paid: 1", { exact: true }).waitFor();
    await expect.poll(() => row.getAttribute("data-state")).toBe("PAID");
    expect(await staff.bulk.count()).toBe(0);
    expect(await staff.flaws(ours)).toEqual(noPageFlaws);
    expect(await setup().orderRecord(code)).toMatchObject({ state: "PaymentSettled" });
    await row.getByRole("link", { name: code }).click();
    await staff.block.getByText(/^When asked, the gateway answered that 42\.50 USD is paid/).waitFor();
  });

  test("an answer that the attempt is not paid changes nothing, and each unusable answer says why", async () => {
    const wrong = await setup().order([lost, { kind: "query_state", state: "NOTPAY" }]);
    const broken = await setup().order([lost, { kind: "broken_reply", as: "html" }]);
    await using staff = await open();
    await staff.attempts();
    for (const code of [wrong, broken]) await staff.attemptOf(code).getByRole("checkbox").click();
    await staff.bulk.getByRole("button", { name: "Ask the gateway" }).click();
    await staff.page.getByText("The gateway's answer: Not paid: 1 · No answer: 1", { exact: true }).waitFor();
    const problems = staff.attemptList.getByRole("alert").getByRole("listitem");
    expect(await problems.allTextContents()).toEqual([
      expect.stringMatching(/^\w{20} · No answer · The gateway gave no usable answer \(not_json\)\.$/),
    ]);
    for (const code of [wrong, broken])
      expect(await staff.attemptOf(code).getAttribute("data-state")).toBe("PENDING");
    expect(await staff.flaws(ours)).toEqual(noPageFlaws);
  });

  test("staff ask about one attempt on the page of its order, which is then paid", async () => {
    const code = await setup().order([lost]);
    await using staff = await open();
    await staff.order(code);
    await staff.block.getByRole("button", { name: /^Ask the gateway: \w{20}$/ }).click();
    await staff.page.getByText("The gateway's answer: Paid: 1", { exact: true }).waitFor();
    await staff.block.getByText("Paid", { exact: true }).waitFor();
    expect(await staff.block.getByRole("button").count()).toBe(0);
  });
}
