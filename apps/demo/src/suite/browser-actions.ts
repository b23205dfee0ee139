import type { Locator, Page } from "playwright-core";

/** The products and the cart, as they look in every shop. Ends at the cart. */
export async function fillCart(
  page: Page,
  shopUrl: string,
  products: readonly string[] = ["Stoneware mug", "Reading lamp"],
): Promise<void> {
  await page.goto(shopUrl);
  for (const [index, name] of products.entries()) {
    if (index > 0) await page.getByRole("link", { name: "Add something else" }).click();
    await page.getByRole("button", { name: `Add to the cart: ${name}` }).click();
  }
}

/** By the names of the fields. */
export const browserBuyerFields = {
  firstName: "Grace",
  lastName: "Hopper",
  email: "grace@example.com",
  phone: "2025550123",
  country: "US",
};

export async function fillBuyerFields(page: Page): Promise<void> {
  await page.getByLabel("First name").fill(browserBuyerFields.firstName);
  await page.getByLabel("Last name").fill(browserBuyerFields.lastName);
  await page.getByLabel("E-mail").fill(browserBuyerFields.email);
  await page.getByLabel("Telephone").fill(browserBuyerFields.phone);
  await page.getByLabel("Country").selectOption(browserBuyerFields.country);
}

export async function submitPaymentMethod(page: Page, way: string): Promise<void> {
  await page.getByLabel(way).check();
  const from = page.url();
  await page.getByRole("button", { name: "Order and pay" }).click();
  // A page with scripts starts the payment before it leaves.
  await page.waitForURL(({ href }) => href !== from);
}

export async function submitCard(
  page: Page,
  number: string,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Month").fill("12");
  await page.getByLabel("Year").fill("2099");
  await page.getByLabel("CVV").fill("123");
  await press(page.getByRole("button", { name: /^Pay / }));
}

/** On the gateway's page. Does not wait for the shop's. */
export async function payOnGatewayPage(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Succeeds/ }).click();
  await page.getByRole("button", { name: /^Pay / }).click({ noWaitAfter: true });
}
