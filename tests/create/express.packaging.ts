// A new user's first order on Express, from the packages as a registry has them.
import { afterAll, beforeAll, test } from "vitest";
import { arriveNewUser, type NewUser } from "./new-user.ts";
import { expectDevServer, expectFailingDemo, expectPaidOrder } from "./pays-an-order.ts";

let user: NewUser;
beforeAll(async () => {
  user = await arriveNewUser();
});
afterAll(() => user?.[Symbol.asyncDispose]());

const title = "npx create-pay-index makes an Express shop whose demo pays an order";

test(`${title}, with npm, and ends with 1 if the gateway refuses the sale`, async () => {
  await expectFailingDemo(user, await expectPaidOrder(user, "express", "npm"));
});

test(`${title}, with pnpm, and starts for a browser, and doctor finds nothing wrong`, async () => {
  await expectDevServer(user, await expectPaidOrder(user, "express", "pnpm"));
});
