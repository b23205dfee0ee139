// A new user's first order on Express, from the packages as a registry has them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { arriveNewUser, managerCommand, managers, type NewUser } from "./new-user.ts";
import { expectPaidOrder } from "./pays-an-order.ts";

let user: NewUser;
beforeAll(async () => {
  user = await arriveNewUser();
});
afterAll(() => user?.[Symbol.asyncDispose]());

test.each(managers)(
  "npx create-pay-index makes an Express shop that pays an order, with %s",
  async (manager) => {
    await expectPaidOrder(user, "express", manager);
  },
);

test("its demo ends with 1 if no payment was started", async () => {
  const cwd = await user.create("express", "npm").catch(() => `${user.folder}/express-npm`);
  const env = ["env", "MERCHANT_KEY=another-key-of-a-merchant"];
  const failed = await user.run([...env, ...managerCommand("npm", "run", "demo")], { cwd }).then(
    () => undefined,
    (error) => error,
  );
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain("The buyer did not reach the payment page");
});
