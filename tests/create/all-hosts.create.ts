// A new user's first order on Vendure and Medusa, from the packages as a registry has them.
import { afterAll, beforeAll, describe, test } from "vitest";
import { arriveNewUser, type NewUser } from "./new-user.ts";
import { expectFailingDemo, expectPaidOrder } from "./pays-an-order.ts";

let user: NewUser;
beforeAll(async () => {
  user = await arriveNewUser();
});
afterAll(() => user?.[Symbol.asyncDispose]());

describe.each(["vendure", "medusa"])(
  "npx create-pay-index makes a shop on %s whose demo pays an order",
  (host) => {
    test("with npm, and ends with 1 if the gateway refuses the sale", async () => {
      await expectFailingDemo(user, await expectPaidOrder(user, host, "npm"));
    });

    test("with pnpm", async () => {
      await expectPaidOrder(user, host, "pnpm");
    });
  },
);
