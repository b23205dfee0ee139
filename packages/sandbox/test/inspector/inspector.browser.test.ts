import { expect, it } from "vitest";
import { merchantByVariant, postSale, saleOf, sellSigned, signSale } from "../fixtures/sale.ts";
import { setUpInspectorForEach } from "./inspector-setup.ts";

const stage = setUpInspectorForEach();

/** A hosted sale that was signed with another look of its amount. */
async function sellWronglySigned(orderId: string): Promise<void> {
  const sale = saleOf("hosted", { pay_orderid: orderId });
  const { pay_md5sign: wrong } = signSale({ ...sale, pay_amount: "42.5" }, merchantByVariant.hosted.key);
  await postSale(stage.sandbox.url, { ...sale, pay_md5sign: wrong ?? "" });
}

it("displays a new order and its outcome without a reload", async () => {
  const page = await stage.open("/");
  await page.getByRole("heading", { name: "No order yet" }).waitFor();
  await page.evaluate("window.stillTheSamePage = true");
  const answer = await sellSigned(stage.sandbox.url, "hosted", {
    pay_orderid: "LIVE-1",
    pay_notifyurl: stage.shop.notifyUrl,
  });
  const row = page.getByRole("row").filter({ hasText: "LIVE-1" });
  // sooner than the page asks by itself
  await row.filter({ hasText: "pending" }).waitFor({ timeout: 5000 });
  await page
    .getByRole("status")
    .filter({ hasText: "Latest order LIVE-1: pending." })
    .waitFor({ state: "attached" });
  const buyer = await stage.open(new URL(answer.url ?? "").pathname);
  await buyer.getByRole("link", { name: /Succeeds/ }).click();
  await buyer.getByRole("button", { name: /^Pay / }).click();
  await row.filter({ hasText: "answered OK" }).waitFor({ timeout: 5000 });
  expect(await page.evaluate("window.stillTheSamePage")).toBe(true);
});

it("lists the events of an order, from the request to the reply, and the next step", async () => {
  stage.answer(
    (response, count) =>
      void response.writeHead(count === 1 ? 403 : 200).end(count === 1 ? "Forbidden" : "OK"),
  );
  await stage.paidOrder("STORY-1");
  const page = await stage.open("/orders/10001/STORY-1");
  const next = page.getByRole("region", { name: "What happens next" });
  await next.getByText(/CSRF protection/).waitFor();
  expect(await next.textContent()).toMatch(/in \d+ s/);
  await page.getByText("The request, field by field").click();
  await page.getByText("The notification and its signing text").click();
  const line = (await page.getByRole("region", { name: "What happened" }).textContent()) ?? "";
  expect(line).toMatch(
    /The shop submitted the sale[\s\S]*pay_cardno[\s\S]*became paid[\s\S]*transaction_id[\s\S]*key=\*\*\*[\s\S]*“Forbidden”/,
  );
  expect(line).toContain("Its upper-case MD5 is the sign above.");
  expect(line).not.toMatch(/4242424242424242|sandbox-card-key/);
  await page.getByRole("button", { name: "Redeliver" }).click();
  await page.getByRole("heading", { name: /^The shop answered OK/ }).waitFor();
  await page.getByText("The request, field by field").click();
  await page.getByRole("button", { name: "Fail late" }).click();
  await page.getByRole("heading", { name: /became failed/ }).waitFor();
});

it("explains a wrong signature, marks the difference, and compares a pasted text", async () => {
  const page = await stage.open("/refused");
  await page.getByText("The gateway has refused no submission.").waitFor();
  await sellWronglySigned("WRONG-7");
  await page.getByRole("link", { name: /signature verification failed/ }).click();
  await page.getByText("pay_amount was signed as “42.5” and sent as “42.50”.").waitFor();
  await page.getByText(/The texts differ from character 16, in pay_amount/).waitFor();
  expect(await page.locator("mark").allTextContents()).toEqual(["0", "(nothing)"]);
  const wire = (await page.locator("pre").first().textContent()) ?? "";
  await page
    .getByLabel("The text from which your shop computes the MD5")
    .fill(wire.replace("***", "sandbox-hosted-kex"));
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText(/The key is another one: it has 18 characters/).waitFor();
  expect(await page.content()).not.toContain("sandbox-hosted-kex");
});

it("moves the clock, freezes it, and chooses quirks", async () => {
  const page = await stage.open("/clock");
  const now = async () => Date.parse((await page.locator(".clockface time").getAttribute("datetime")) ?? "");
  const before = await now();
  await page.getByRole("button", { name: "Advance 1 hour" }).click();
  await page.getByRole("link", { name: /The clock is 1 h ahead/ }).waitFor();
  expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000);
  await page.getByLabel("Advance by", { exact: true }).fill("soon");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await page.getByText("Write a whole number from 1 to 100000.").waitFor();
  await page.getByRole("button", { name: "Freeze it" }).click();
  await page.getByRole("link", { name: /The clock is frozen at/ }).waitFor();
  await page.getByRole("button", { name: "Let it run" }).click();
  await page.getByLabel("Four decimals").check();
  await page.getByRole("button", { name: "Set this profile" }).click();
  await page.getByRole("link", { name: "Quirks are on: Four decimals." }).waitFor();
  await stage.paidOrder("QUIRK-1");
  expect(stage.shop.received[0]?.fields.get("amount")).toBe("42.5000");
});

it("works with the keyboard alone", async () => {
  await stage.paidOrder("KEYS-1");
  const page = await stage.open("/");
  const pressUntil = async (focused: string) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press("Tab");
      const [name, outline] = (await page.evaluate(
        "[document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineStyle]",
      )) as [string, string];
      expect(outline).toBe("solid");
      if (name === focused) return;
    }
    throw new Error(`the keyboard does not reach ${focused}`);
  };
  await pressUntil("Skip to the content");
  await page.keyboard.press("Enter");
  await pressUntil("KEYS-1");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/orders/10001/KEYS-1");
  await pressUntil("Redeliver");
  await page.keyboard.press("Enter");
  await page
    .getByRole("heading", { name: /^The shop answered OK/ })
    .nth(1)
    .waitFor();
});

it("works in a browser without scripts", async () => {
  await stage.paidOrder("PLAIN-1");
  const page = await stage.open("/", { javaScriptEnabled: false });
  await page.getByLabel("State").selectOption("paid");
  await page.getByRole("button", { name: "Show" }).click();
  expect(page.url()).toContain("state=paid");
  await page.getByRole("link", { name: "PLAIN-1" }).click();
  await page.getByRole("button", { name: "Pay again" }).click();
  await page.getByRole("heading", { name: /became paid by a user of the inspector/ }).waitFor();
  await page.getByRole("link", { name: "load it again" }).click();
  await page.getByRole("link", { name: "Faults" }).click();
  await page.getByRole("button", { name: /^Reorder/ }).click();
  await page.getByRole("heading", { name: "Active faults" }).waitFor();
  expect(stage.shop.received.length).toBeGreaterThanOrEqual(1);
});
