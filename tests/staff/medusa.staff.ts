// The staff pages in Medusa's admin: the packed plugin in a blank Medusa, whose build finds it.
import { expect, test } from "vitest";
import { sessionSuite } from "./admin-session.ts";
import { MedusaSite } from "./medusa-site.ts";
import { openStaffSite, staffSuite } from "./staff.suite.ts";

const suite = openStaffSite(() => MedusaSite.open("npm"));
const { host, site, open } = suite;

test("the admin's style sheet has every class of the staff app, found by Tailwind or not", async () => {
  const styles = await host().blank.styles();
  const named = [...(await host().blank.pages()).matchAll(/className: "([^"]+)"/g)];
  const classes = new Set(named.flatMap(([, names = ""]) => names.split(" ")));
  expect(classes.size).toBeGreaterThan(20);
  const missing = [...classes].filter(
    (name) => !styles.includes(`.${name.replace(/[:/.[\]!>*&]/g, "\\$&")}`),
  );
  expect(missing).toEqual([]);
});

staffSuite(suite);
sessionSuite(suite);

test("the list of orders displays the number of open items, and links to them", async () => {
  await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
  await using staff = await open();
  await staff.go(`${host().origin}/app/orders`);
  const waiting = staff.page.getByTestId("pay-index-waiting");
  expect(await waiting.getByRole("status").textContent()).toMatch(/^Open review items: [1-9]\d*$/);
  await staff.hasNoFlaws();
  await waiting.getByRole("link", { name: "Show the review items" }).click();
  await staff.page.waitForURL("**/pay-index/review-items");
});

test("a cart that staff accept becomes an order, and the page links to it", async () => {
  const sale = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
  await using staff = await open();
  await staff.payment(sale);
  await staff.resolve(/^Accepted with proof/, "The rest came by wire.");
  await staff.page.getByTestId("pay-index-summary").getByRole("link").click();
  await staff.page.waitForURL("**/orders/order_*");
  await staff.timeline.getByText(/The rest came by wire\.$/).waitFor();
});

test("Medusa's page of the order has a refund through the gateway", async () => {
  const sale = await site().pay();
  await using staff = await open();
  await staff.payment(sale);
  await staff.refund("10.00");
  await expect.poll(() => host().refunded(sale)).toBe(10);
  await staff.payment(sale);
  await staff.page.getByText("Partially refunded").first().waitFor();
  await staff.shot("refunded-order");
});
