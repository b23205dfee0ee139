// The packed plugin in blank Medusas, as npm and pnpm install it: the admin's build finds it, an order is paid, and staff see it in Chromium.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { packageManagers } from "../packaging/install-packages.ts";
import { packTarballs, type Tarballs } from "../packaging/pack-tarballs.ts";
import { MedusaAdminSetup } from "./admin-setup.ts";
import { gatewayOperationsSuite } from "./gateway-operations.suite.ts";
import { gatewayQuerySuite } from "./gateway-query.suite.ts";
import { overviewPagesSuite } from "./overview-pages.suite.ts";
import { type PageAppearance, StaffBrowser } from "./staff-browser.ts";

const tooLittle = [{ kind: "wrong_amount", trueAmount: "1.00" }] as const;
const noCycle = [{ kind: "wrong_cycle", count: "x" }] as const;

let tarballs: Tarballs;
let browser: Awaited<ReturnType<typeof openChromium>>;
beforeAll(async () => {
  tarballs = await packTarballs();
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await tarballs?.[Symbol.asyncDispose]();
});

describe.each(packageManagers)("%s", (installer) => {
  let stage: MedusaAdminSetup;
  beforeAll(async () => {
    stage = await MedusaAdminSetup.open(tarballs, installer);
  });
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const open = (look: Partial<PageAppearance> = {}) => StaffBrowser.open(browser, stage.origin, look);

  test("a paid order has its timeline beside Medusa's activity, and no open item", async () => {
    const { orderId = "", attemptId } = await stage.pay();
    await using staff = await open();
    await staff.order(orderId);
    const told = await staff.timeline.getByRole("listitem").allTextContents();
    expect(told.map((line) => line.replace(/^.* · /, ""))).toEqual([
      `ShopAttempt 1 started: hosted, 24.99 USD, gateway order ID ${attemptId}.`,
      "Gateway responseThe gateway returned its payment page.",
      expect.stringMatching(/^NotificationThe gateway confirmed 24\.99 USD paid \(transaction \d+\)\.$/),
    ]);
    expect(await staff.items.count()).toBe(0);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-paid`);
  });

  test("the admin's style sheet has every class of the pages, found by Tailwind or not", async () => {
    const styles = await stage.blank.styles();
    const named = [...(await stage.blank.pages()).matchAll(/className: "([^"]+)"/g)];
    const classes = new Set(named.flatMap(([, names = ""]) => names.split(" ")));
    expect(classes.size).toBeGreaterThan(20);
    const missing = [...classes].filter((name) => !styles.includes(`.${name.replace(/[:/.[\]]/g, "\\$&")}`));
    expect(missing).toEqual([]);
  });

  test("the queue lists review items by kind, and links to a cart without an order", async () => {
    const { cartId, attemptId } = await stage.pay([...tooLittle]);
    await stage.pay([{ kind: "corrupt_sign" }]);
    await using staff = await open();
    await staff.queue();
    await staff.page.getByRole("link", { name: "Review items" }).first().waitFor();
    const kinds = () =>
      staff.waiting
        .getByRole("listitem")
        .evaluateAll((rows: { dataset: { kind?: string } }[]) => rows.map(({ dataset }) => dataset.kind));
    expect(await kinds()).toEqual(["amount-mismatch", "not-verified"]);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-queue`);
    await staff.page.getByRole("heading", { name: "Review items (2)" }).waitFor();
    const row = staff.waiting.locator("[data-kind=amount-mismatch]");
    const told = (await row.textContent()) ?? "";
    for (const fact of [
      "Amount:1.00 USD",
      "Order total:24.99 USD",
      "Ada Lovelace · ada@example.com · 5550100",
      "1 × ",
      attemptId,
    ])
      expect(told).toContain(fact);
    await staff.page.getByLabel("Show").click();
    await staff.page.getByRole("option", { name: "Amount does not match (1)" }).click();
    await expect.poll(kinds).toEqual(["amount-mismatch"]);
    await staff.waiting.getByRole("textbox", { name: "Search" }).fill("nobody@example.com");
    await staff.waiting.getByRole("button", { name: "Search" }).click();
    await staff.page.getByText("No review item matches.").waitFor();
    await staff.waiting.getByRole("textbox", { name: "Search" }).fill("ADA@example");
    await staff.page.keyboard.press("Enter");
    await expect.poll(kinds).toEqual(["amount-mismatch"]);
    await staff.waiting.getByRole("link").click();
    await staff.page.waitForURL(`**/pay-index/carts/${cartId}`);
    await staff.items.getByText("Evidence").waitFor();
    const summary = staff.page.getByTestId("pay-index-summary");
    expect(await summary.textContent()).toContain("Ada Lovelace · ada@example.com · 5550100");
    expect(await staff.items.textContent()).toContain("1.00 USD paid");
  });

  test("an action needs a note, and the timeline has the user who took it", async () => {
    const { cartId } = await stage.pay([...tooLittle]);
    await using staff = await open();
    await staff.cart(cartId);
    await staff.items.getByRole("button", { name: "Record a refund" }).click();
    const drawer = staff.page.getByRole("dialog");
    const record = drawer.getByRole("button", { name: "Save" });
    expect(await drawer.getByRole("radio", { name: "Refund recorded" }).isChecked()).toBe(true);
    await drawer.getByRole("radio", { name: "Dismissed" }).click();
    await record.click();
    const refusal = drawer.getByRole("alert");
    expect(await refusal.textContent()).toBe("Enter a reason.");
    expect(await staff.page.locator("#pay-index-note:focus").count()).toBe(1);
    expect(await staff.flaws("[data-testid=pay-index-resolution]")).toEqual(noPageFlaws);
    await drawer.getByLabel("Reason").fill("Given back: statement 7.");
    expect(await refusal.count()).toBe(0);
    await staff.shot(`${installer}-decision`);
    await record.click();
    await staff.items.waitFor({ state: "detached" });
    await staff.timeline
      .getByText(/^[^@ ]+@[^@ ]+ dismissed the payment: Given back: statement 7\.$/)
      .waitFor();
  });

  test("a cart that staff accept with proof becomes an order, and the page names it", async () => {
    const { cartId } = await stage.pay([...tooLittle]);
    await using staff = await open();
    await staff.cart(cartId);
    await staff.items.getByRole("button", { name: "Other actions" }).click();
    await staff.page.getByRole("radio", { name: "Accepted with proof" }).click();
    await staff.page.getByLabel("Reason").fill("The rest came by wire.");
    await staff.page.getByRole("button", { name: "Save" }).click();
    await staff.page.getByRole("link", { name: /^Order order_/ }).click();
    await staff.page.waitForURL("**/orders/order_*");
    await staff.timeline.getByText(/accepted transaction \d+: The rest came by wire\./).waitFor();
  });

  test("a notification that does not verify can be retried, and the page displays the result", async () => {
    const { cartId } = await stage.pay([{ kind: "corrupt_sign" }]);
    await using staff = await open();
    await staff.cart(cartId);
    await staff.items.getByRole("button", { name: "Try again" }).click();
    await staff.page.getByText(/^The retry failed: /).waitFor();
  });

  test("the list of orders displays the number of open items, and links to them", async () => {
    await stage.pay([...tooLittle]);
    await using staff = await open();
    await staff.page.goto(`${stage.origin}/app/orders`);
    const waiting = staff.page.getByTestId("pay-index-waiting");
    expect(await waiting.getByRole("status").textContent()).toMatch(/^Open review items: [1-9]\d*$/);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-orders`);
    await waiting.getByRole("link", { name: "Show the review items" }).click();
    await staff.page.waitForURL("**/pay-index/review-items");
  });

  test("several items of one kind are dismissed together, and each open one displays why", async () => {
    const { cartId } = await stage.pay([...tooLittle]);
    const { attemptId } = await stage.pay([...tooLittle]);
    await using staff = await open();
    await staff.queue();
    const rows = staff.waiting.locator("[data-kind=amount-mismatch]");
    const others = staff.waiting.locator("li:not([data-kind=amount-mismatch])").getByRole("checkbox");
    const before = await rows.count();
    const last = rows.filter({ hasText: attemptId });
    await last.getByRole("checkbox").click();
    if ((await others.count()) > 0) expect(await others.first().isDisabled()).toBe(true);
    // All of one kind, and then all but the last two again.
    await staff.page.getByLabel("Show").click();
    await staff.page.getByRole("option", { name: /^Amount does not match / }).click();
    await staff.waiting.getByLabel(`Select all ${before} on this page`).click();
    await staff.page.getByText(`${before} selected`).waitFor();
    for (let index = 0; index < before - 2; index++) await rows.nth(index).getByRole("checkbox").click();
    const bar = staff.page.getByTestId("pay-index-bulk");
    await bar.getByText("2 selected").waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-bulk`);
    await bar.getByRole("button", { name: "Dismiss" }).click();
    // Meanwhile somebody else resolves one of them.
    await stage.close(cartId);
    const drawer = staff.page.getByRole("dialog");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByRole("alert").getByText("Enter a reason.").waitFor();
    await drawer.getByLabel("Reason").fill("Given back: statement 8.");
    await staff.shot(`${installer}-bulk-decision`);
    await drawer.getByRole("button", { name: "Save" }).click();
    const result = staff.page.getByTestId("pay-index-bulk-result");
    await result.getByText("1 resolved · 1 still open").waitFor();
    expect(await result.getByRole("listitem").textContent()).toContain("Amount does not match, ");
    await expect.poll(() => rows.count()).toBe(before - 2);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-bulk-result`);
  });

  test("a refund that Medusa was asked for is recorded with its amount, and is on Medusa's page of the order", async () => {
    const { orderId = "" } = await stage.pay();
    expect(await stage.refund(orderId)).toBe(400);
    await using staff = await open();
    await staff.order(orderId);
    await staff.items.getByRole("button", { name: "Record a refund" }).click();
    const drawer = staff.page.getByRole("dialog");
    const amount = drawer.getByLabel("Refunded amount (USD)");
    const reference = drawer.getByLabel("Refund ID at the gateway");
    expect(await amount.inputValue()).toBe("10.00");
    expect(await drawer.textContent()).toContain("You can refund at most 24.99 USD.");
    expect(await drawer.locator("input:invalid, textarea:invalid, [aria-invalid=true]").count()).toBe(0);
    await staff.shot(`${installer}-refund-untouched`);
    const record = drawer.getByRole("button", { name: "Save" });
    await drawer.getByLabel("Reason").fill("Statement 9.");
    const refusal = drawer.getByRole("alert");
    for (const wrong of ["", "0", "-1", "1.234", "1,50", "ten"]) {
      await amount.fill(wrong);
      expect(await refusal.count()).toBe(0);
      await record.click();
      expect(await refusal.textContent()).toBe("Enter an amount such as 24.99.");
      expect(await staff.page.locator("#pay-index-refund-amount:focus").count()).toBe(1);
    }
    expect(await staff.flaws("[data-testid=pay-index-resolution]")).toEqual(noPageFlaws);
    await staff.shot(`${installer}-refund-wrong`);
    await amount.fill("10");
    await record.click();
    expect(await refusal.textContent()).toBe("Enter the ID of the refund at the gateway.");
    await reference.fill("R-10");
    await amount.fill("25");
    await record.click();
    await refusal.getByText("You can refund at most 24.99 USD.").waitFor();
    await amount.fill("10");
    await record.click();
    await staff.items.waitFor({ state: "detached" });
    await staff.timeline
      .getByText(/recorded a refund of 10\.00 USD \(reference R-10\): Statement 9\.$/)
      .waitFor();
    await staff.page.reload();
    await staff.timeline.waitFor();
    await staff.page.getByText("Partially refunded").first().waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-refunded`);
  });

  test("a subscription has its cycles, each with its order, and the next cycle", async () => {
    const { orderId } = await stage.subscribe();
    await using staff = await open();
    await staff.order(orderId);
    const cycles = staff.timeline.getByTestId("pay-index-cycles");
    const lines = cycles.locator("[data-cycle]");
    await expect.poll(() => lines.count()).toBe(3);
    expect(await cycles.textContent()).toContain("Subscription: Active");
    expect(await lines.nth(2).textContent()).toMatch(/^Cycle 3\/12.*Expected$/);
    expect(await lines.nth(1).textContent()).toMatch(/The gateway confirmed .+, cycle 2\)\./);
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-subscription`);
    expect(await lines.nth(0).getByRole("link").getAttribute("href")).toMatch(`/orders/${orderId}`);
    await lines.nth(1).getByRole("link").click();
    await staff.page.waitForURL(
      (url) => url.pathname.includes("/orders/") && !url.pathname.endsWith(orderId),
    );
    await cycles.waitFor();
    await staff.shot(`${installer}-renewal`);
  });

  test("a charge with an unknown cycle is accepted for the cycle that staff name, and becomes its order", async () => {
    const { orderId } = await stage.subscribe({ faults: [...noCycle] });
    await using staff = await open();
    await staff.order(orderId);
    const item = staff.items.locator("[data-kind=unknown-cycle]");
    expect(await item.textContent()).toContain("names the cycle x, which is not the number of a cycle");
    await staff.shot(`${installer}-unknown-cycle`);
    await item.getByRole("button", { name: "Other actions" }).click();
    const drawer = staff.page.getByRole("dialog");
    const cycle = drawer.getByRole("spinbutton", { name: "Which cycle does the charge pay?" });
    const refusal = drawer.getByRole("alert");
    const record = drawer.getByRole("button", { name: "Save" });
    await drawer.getByRole("radio", { name: "Refund recorded" }).click();
    expect(await cycle.count()).toBe(0);
    await drawer.getByRole("radio", { name: "Accepted with proof" }).click();
    await drawer.getByLabel("Reason").fill("Seen in the back office.");
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
    expect(await staff.flaws("[data-testid=pay-index-resolution]")).toEqual(noPageFlaws);
    await staff.shot(`${installer}-which-cycle`);
    await cycle.fill("13");
    await cycle.press("Enter");
    await refusal.getByText("must be at most 12, the last cycle of the plan").waitFor();
    await cycle.fill("2");
    await record.click();
    await staff.items.waitFor({ state: "detached" });
    const second = staff.timeline.locator("[data-cycle='2']");
    await second.getByText(/accepted transaction \d+: Seen in the back office\./).waitFor();
    expect(await staff.flaws()).toEqual(noPageFlaws);
    await staff.shot(`${installer}-cycle-accepted`);
    await second.getByRole("link").click();
    await staff.page.waitForURL(
      (url) => url.pathname.includes("/orders/") && !url.pathname.endsWith(orderId),
    );
    await second.waitFor();
  });

  const looks: PageAppearance[] = [320, 1440].flatMap((width) =>
    (["light", "dark"] as const).map((theme) => ({ width, theme, language: "zhCN" as const })),
  );
  overviewPagesSuite({ name: installer, setup: () => stage, open });
  gatewayQuerySuite({ setup: () => stage, open });

  describe("refunds, cancellations and disputes", () => {
    let setup: MedusaAdminSetup;
    beforeAll(async () => {
      setup = await MedusaAdminSetup.start(stage.blank, "all");
    });
    afterAll(() => setup?.stop());
    const openWithOperations = (look: Partial<PageAppearance> = {}) =>
      StaffBrowser.open(browser, setup.origin, look);
    gatewayOperationsSuite({ name: installer, setup: () => setup, open: openWithOperations, looks });
  });

  test.each([...looks, ...looks.map((look) => ({ ...look, language: "en" as const }))])(
    "$language, $width px wide and $theme, axe finds no flaw in the queue and on the page of a cart",
    async (look) => {
      const { cartId } = await stage.pay([...tooLittle]);
      const name = `${installer}-${look.language}-${look.width}-${look.theme}`;
      await using staff = await open(look);
      await staff.queue();
      await staff.waiting.locator("[data-kind=amount-mismatch]").first().getByRole("checkbox").click();
      await staff.page.getByTestId("pay-index-bulk").waitFor();
      expect(await staff.flaws()).toEqual(noPageFlaws);
      await staff.shot(`queue-${name}`);
      await staff.cart(cartId);
      expect(await staff.flaws()).toEqual(noPageFlaws);
      await staff.shot(`cart-${name}`);
    },
  );
});
