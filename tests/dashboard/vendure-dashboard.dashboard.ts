// The packed plugin in blank shops, as npm and pnpm install it: the dashboard's build finds it, and staff use it in Chromium.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { packTarballs, type Tarballs } from "../packaging/pack-tarballs.ts";
import { BlankVendureShop } from "./blank-vendure-shop.ts";
import { DashboardSetup } from "./dashboard-setup.ts";
import { gatewayOperationsSuite } from "./gateway-operations.suite.ts";
import { gatewayQuerySuite } from "./gateway-query.suite.ts";
import { type PageAppearance, StaffBrowser, screenshots } from "./staff-browser.ts";
import { staffOverviewSuite } from "./staff-overview.suite.ts";

let tarballs: Tarballs;
let shop: BlankVendureShop;
let built: string;
let stage: DashboardSetup;
let browser: Awaited<ReturnType<typeof openChromium>>;
let paid: string;
beforeAll(async () => {
  tarballs = await packTarballs();
  shop = await BlankVendureShop.install(tarballs, "npm");
  built = await shop.buildDashboard();
  stage = await DashboardSetup.open(shop.folder);
  browser = await openChromium();
  paid = await stage.order();
});
afterAll(async () => {
  await browser?.close();
  await stage?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
  await tarballs?.[Symbol.asyncDispose]();
});

const open = (look: Partial<PageAppearance> = {}) => StaffBrowser.open({ browser, setup: stage }, look);

const tooLittle = [{ kind: "wrong_amount", trueAmount: "1.00" }] as const;
const noCycle = [{ kind: "wrong_cycle", count: "x" }] as const;

test("npm: the build finds the plugin, its pages and both catalogs", () => {
  expect(built).toContain("Found 1 plugins (1 active in runtime config): PayIndexPlugin (npm)");
  expect(built).toContain("Found 1 Dashboard extensions");
  expect(built).toContain("Found 2 translation files from plugins");
});

test("a blank shop from the packed packages places one paid order, once", async () => {
  expect(await stage.orderRecord(paid)).toEqual({
    state: "PaymentSettled",
    totalWithTax: 4250,
    payments: [{ amount: 4250, state: "Settled", method: "hosted" }],
  });
});

test("code that imports the dashboard compiles", async () => {
  expect(await shop.complaints()).toEqual([]);
});

test("a paid order displays its timeline in plain language, and no action", async () => {
  await using staff = await open();
  await staff.order(paid);
  await expect.poll(() => staff.block.getByRole("listitem").count()).toBe(3);
  expect(await staff.block.textContent()).toContain("The gateway confirmed 42.50 USD paid");
  expect(await staff.block.getByRole("button").count()).toBe(0);
  expect(await staff.flaws("[data-testid=pay-index-payments]")).toEqual(noPageFlaws);
  await staff.shot("paid");
});

test("a mismatch is displayed with its evidence, and dismissed with a note that stays in the timeline", async () => {
  const code = await stage.order([...tooLittle]);
  await using staff = await open();
  await staff.order(code);
  const item = staff.block.locator("[data-kind=AMOUNT_MISMATCH]");
  expect(await item.textContent()).toContain("1.00 USD paid");
  await staff.shot("mismatch");
  await staff.block.screenshot({ path: `${screenshots}dashboard-block.png` });
  await item.getByRole("button", { name: "Record a refund" }).click();
  const dialog = staff.page.getByRole("dialog");
  const record = dialog.getByRole("button", { name: "Save" });
  expect(await dialog.getByRole("radio", { name: /^Refund recorded/ }).isChecked()).toBe(true);
  await dialog.getByRole("radio", { name: /^Dismissed/ }).check();
  for (const missing of ["", "  "]) {
    await dialog.getByLabel("Reason").fill(missing);
    await record.click();
    await dialog.getByRole("alert").getByText("Enter a reason.").waitFor();
    expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
  }
  await dialog.getByLabel("Reason").fill("Given back: statement 7.");
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await staff.shot("decision");
  await record.click();
  await item.waitFor({ state: "detached" });
  expect(await staff.block.textContent()).toContain(
    "1 (Super Admin) dismissed the payment: Given back: statement 7.",
  );
});

test("an order that staff accept with proof is placed, without leaving the page", async () => {
  const code = await stage.order([...tooLittle]);
  await using staff = await open();
  await staff.order(code);
  await staff.block.getByRole("button", { name: "Other actions" }).click();
  await staff.page.getByRole("radio", { name: /^Accepted with proof/ }).check();
  await staff.page.getByLabel("Reason").fill("The rest came by wire.");
  await staff.page.getByRole("button", { name: "Save" }).click();
  await staff.block.locator("[data-kind=AMOUNT_MISMATCH]").waitFor({ state: "detached" });
  await staff.block.getByText("Paid", { exact: true }).waitFor();
  await staff.page.getByText("Payment settled", { exact: false }).first().waitFor();
});

test("an item can be retried, and displays the result", async () => {
  const code = await stage.order([{ kind: "corrupt_sign" }]);
  await using staff = await open();
  await staff.order(code);
  await staff.block.getByRole("button", { name: "Try again" }).click();
  await staff.page.getByText("The retry failed: 0 of 1 notifications verify now.").waitFor();
  await staff.block.getByText("0 of 1 notifications verify now.").waitFor();
});

test("a paid order that cannot be placed leaves the page when its refund is recorded", async () => {
  const code = await stage.order([], "cancelled");
  await using staff = await open();
  await staff.order(code);
  const item = staff.block.locator("[data-kind=ORDER_NOT_PLACED]");
  expect(await item.textContent()).toContain("The order was cancelled.");
  await item.getByRole("button", { name: "Other actions" }).click();
  const dialog = staff.page.getByRole("dialog");
  expect(await dialog.getByRole("radio").count()).toBe(2);
  expect(await dialog.getByRole("radio", { name: /^Refund recorded/ }).isChecked()).toBe(true);
  expect(await item.getByRole("button", { name: "Try again", includeHidden: true }).count()).toBe(0);
  await dialog.getByRole("radio", { name: /^Refund recorded/ }).check();
  await dialog.getByLabel("Reason").fill("Given back: statement 9.");
  const record = dialog.getByRole("button", { name: "Save" });
  const amount = dialog.getByLabel("Refunded amount");
  expect(await amount.inputValue()).toBe("42.50");
  for (const wrong of ["", "42,50"]) {
    await amount.fill(wrong);
    await record.click();
    await dialog.getByText("Enter an amount such as 19.99.").waitFor();
  }
  await amount.fill("42.51");
  await dialog.getByLabel("Refund ID at the gateway").fill("re_9");
  await record.click();
  await dialog.getByRole("alert").getByText("Refunded amount: must be at most 42.50 USD").waitFor();
  await dialog.getByLabel("Refund ID at the gateway").fill("");
  await amount.fill("42.50");
  await record.click();
  await dialog.getByText("Enter the ID of the refund at the gateway.").waitFor();
  expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
  await dialog.getByLabel("Refund ID at the gateway").fill("re_9");
  await staff.shot("refund");
  await record.click();
  await item.waitFor({ state: "detached" });
  expect(await staff.block.textContent()).toContain(
    "recorded a refund of 42.50 USD (reference re_9): Given back: statement 9.",
  );
});

test("the queue shows amount, buyer and goods, and finds an item by its order", async () => {
  const code = await stage.order([...tooLittle]);
  await using staff = await open();
  await staff.items();
  await staff.queue.getByPlaceholder("Order, gateway order ID, e-mail").fill("nobody@example.com");
  await staff.queue.getByText("No review item matches.").waitFor();
  await staff.queue.getByLabel("Search").fill(code);
  await staff.queue.getByText("1 to 1 of 1").waitFor();
  const rows = staff.queue.getByRole("listitem");
  expect(await rows.count()).toBe(1);
  for (const text of ["$42.50", "Ada Lovelace, ada@example.com, 5550100", "1 × Reading lamp"])
    expect(await rows.textContent()).toContain(text);
  await staff.order(code);
  expect(await staff.block.textContent()).toContain("Ada Lovelace, ada@example.com, 5550100");
});

test("several items of one kind are dismissed together, and the bar counts the remaining items", async () => {
  const codes = [await stage.order([...tooLittle]), await stage.order([...tooLittle])];
  const other = await stage.order([{ kind: "corrupt_sign" }]);
  await using staff = await open();
  await staff.items();
  const count = async () => Number(await staff.page.getByTestId("pay-index-waiting").textContent());
  const before = await count();
  const rows = staff.queue.getByRole("listitem");
  const boxOf = (code: string) => rows.filter({ hasText: code }).getByRole("checkbox");
  for (const code of codes) await boxOf(code).click();
  await staff.queue.getByText("2 selected").waitFor();
  expect(await boxOf(other).isDisabled()).toBe(true);
  expect(await staff.flaws("[data-testid=pay-index-items]")).toEqual(noPageFlaws);
  await staff.shot("selected");
  await staff.queue.getByTestId("pay-index-bulk").getByRole("button", { name: "Dismiss" }).click();
  const dialog = staff.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Enter a reason.").waitFor();
  await dialog.getByLabel("Reason").fill("Given back: statement 10.");
  expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
  await dialog.getByRole("button", { name: "Save" }).click();
  await staff.page.getByText("2 resolved").waitFor();
  for (const code of codes) await rows.filter({ hasText: code }).waitFor({ state: "detached" });
  await expect.poll(count).toBe(before - 2);
  expect(await staff.flaws("[data-testid=pay-index-waiting]")).toEqual(noPageFlaws);
});

test("the queue has pages", async () => {
  await using staff = await open();
  for (let left = 21; left > 0; left--) await stage.order([...tooLittle]);
  await staff.items();
  const rows = staff.queue.getByRole("listitem");
  await staff.queue.getByText(/^1 to 20 of \d+$/).waitFor();
  expect(await rows.count()).toBe(20);
  const [first] = await rows.allTextContents();
  await staff.queue.getByRole("button", { name: "Next page" }).click();
  await staff.queue.getByText(/^21 to \d+ of \d+$/).waitFor();
  await expect.poll(() => rows.allTextContents()).not.toContain(first);
  await staff.queue.getByRole("button", { name: "Previous page" }).click();
  await expect.poll(() => rows.allTextContents()).toContain(first);
});

test("a subscription displays its cycles, each with its order, the next cycle, and that it was closed", async () => {
  const { code, attemptId } = await stage.subscription();
  await using staff = await open();
  await staff.order(code);
  const cycles = staff.block.getByTestId("pay-index-subscription");
  expect(await cycles.getByRole("heading").textContent()).toBe("Subscription: monthly × 12");
  expect(await cycles.textContent()).toContain("Active");
  const rows = cycles.locator("[data-cycle]");
  expect(
    await rows.evaluateAll((all: { dataset: { cycle?: string } }[]) =>
      all.map(({ dataset }) => dataset.cycle),
    ),
  ).toEqual(["1", "2", "3"]);
  expect(await rows.nth(2).textContent()).toContain("Expected");
  expect(await cycles.textContent()).toMatch(/The gateway confirmed .+, cycle 2\)\./);
  expect(await staff.flaws("[data-testid=pay-index-payments]")).toEqual(noPageFlaws);
  await staff.shot("subscription");
  const [first, renewal] = [rows.nth(0).getByRole("link"), rows.nth(1).getByRole("link")];
  expect(await first.textContent()).toBe(code);
  const renewed = (await renewal.textContent()) ?? "";
  await staff.page.getByText(`Cycle 2, Order ${renewed}`).waitFor();
  await renewal.click();
  await staff.page.getByText(`Cycle 2, Order ${code}`).waitFor();
  const renewalOf = staff.page.getByTestId("pay-index-renewal");
  expect(await renewalOf.textContent()).toBe(`Renewal of order ${code}, Cycle 2`);
  expect(await staff.flaws("[data-testid=pay-index-renewal]")).toEqual(noPageFlaws);
  await staff.shot("renewal");
  await stage.close(attemptId);
  await staff.order(code);
  await cycles.getByText("Closed, no further charges").waitFor();
  expect(await rows.count()).toBe(2);
  await staff.shot("subscription-closed");
});

test("a charge with an unknown cycle is accepted for the cycle that staff name, and becomes its order", async () => {
  const { code } = await stage.subscription([...noCycle]);
  await using staff = await open();
  await staff.order(code);
  const item = staff.block.locator("[data-kind=UNKNOWN_CYCLE]");
  expect(await item.textContent()).toContain("names the cycle x, which is not the number of a cycle");
  await staff.shot("unknown-cycle");
  await item.getByRole("button", { name: "Other actions" }).click();
  const dialog = staff.page.getByRole("dialog");
  const cycle = dialog.getByRole("spinbutton", { name: "Which cycle does the charge pay?" });
  const refusal = dialog.getByRole("alert");
  const record = dialog.getByRole("button", { name: "Save" });
  await dialog.getByRole("radio", { name: /^Refund recorded/ }).check();
  expect(await cycle.count()).toBe(0);
  await dialog.getByRole("radio", { name: /^Accepted with proof/ }).check();
  await dialog.getByLabel("Reason").fill("Seen in the back office.");
  for (const wrong of ["", "0", "1.5"]) {
    await cycle.fill(wrong);
    expect(await refusal.count()).toBe(0);
    await record.click();
    expect(await refusal.textContent()).toBe(
      "Enter the cycle that the charge pays, as a whole number: 1, 2, 3 …",
    );
    expect(await staff.page.locator("#pay-index-cycle:focus").count()).toBe(1);
  }
  await cycle.fill("1");
  await record.click();
  await refusal.getByText("is paid already").waitFor();
  expect(await refusal.textContent()).toMatch(
    /^The operator action is not valid\. The engine recorded nothing\./,
  );
  expect(await staff.flaws("[role=dialog]")).toEqual(noPageFlaws);
  await staff.shot("which-cycle");
  await cycle.fill("13");
  await cycle.press("Enter");
  await refusal.getByText("must be at most 12, the last cycle of the plan").waitFor();
  await cycle.fill("2");
  await record.click();
  await item.waitFor({ state: "detached" });
  const second = staff.block.locator("[data-cycle='2']");
  const renewed = (await second.getByRole("link").textContent()) ?? "";
  expect(await staff.block.textContent()).toMatch(
    /1 \(Super Admin\) accepted transaction \d+: Seen in the back office\./,
  );
  await staff.page.getByText(`Cycle 2, Order ${renewed}`).waitFor();
  expect(await staff.flaws("[data-testid=pay-index-payments]")).toEqual(noPageFlaws);
  await staff.shot("cycle-accepted");
});

const looks: PageAppearance[] = [320, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme, language: "zh_Hans" as const })),
);

test.each(looks)(
  "in Chinese, $width px wide and $theme, axe finds no flaw, and no page is too wide",
  async (look) => {
    const code = await stage.order([...tooLittle]);
    await using staff = await open(look);
    await staff.order(code);
    await staff.block.getByRole("button", { name: "记录退款" }).waitFor();
    expect(await staff.block.textContent()).toContain("网关确认已付款 1.00 USD（交易 ");
    expect(await staff.flaws("[data-testid=pay-index-payments]")).toEqual(noPageFlaws);
    await staff.shot(`order-${look.width}-${look.theme}`);
    await staff.items();
    await staff.queue.locator("[data-kind=AMOUNT_MISMATCH]").getByText("金额不符").first().waitFor();
    expect(await staff.flaws("[data-testid=pay-index-items]")).toEqual(noPageFlaws);
    await staff.shot(`queue-${look.width}-${look.theme}`);
  },
);

describe("pages about all payments", () => staffOverviewSuite(() => ({ browser, setup: stage })));

describe("refunds, cancellations and disputes", () => {
  let setup: DashboardSetup;
  beforeAll(async () => {
    setup = await DashboardSetup.open(shop.folder, "all");
  });
  afterAll(() => setup?.[Symbol.asyncDispose]());
  gatewayOperationsSuite(() => ({ browser, setup }));
});

describe("asking the gateway", () => gatewayQuerySuite(() => ({ browser, setup: stage })));

test("an order displays the number of its attempts, and with several channels the channel of each", async () => {
  const code = await stage.declined(12);
  await stage.openChannel();
  await using staff = await open();
  await staff.order(code);
  await staff.block.getByText("12 attempts. The page displays the newest 10.").waitFor();
  const channels = staff.block.getByTestId("pay-index-channel");
  await expect.poll(() => channels.allTextContents()).toEqual(Array(10).fill("Default channel"));
  await staff.attempts();
  const listed = staff.attemptList.getByTestId("pay-index-channel");
  await expect
    .poll(async () => new Set(await listed.allTextContents()))
    .toEqual(new Set(["Default channel"]));
});

test("pnpm: the build finds the plugin, its pages and both catalogs", async () => {
  await using other = await BlankVendureShop.install(tarballs, "pnpm");
  const said = await other.buildDashboard();
  expect(said).toContain("PayIndexPlugin (npm)");
  expect(said).toContain("Found 1 Dashboard extensions");
  expect(said).toContain("Found 2 translation files from plugins");
});
