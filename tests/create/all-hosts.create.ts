// A new user's first order on Vendure and Medusa, from the packages as a registry has them.
import { afterAll, beforeAll, describe, test } from "vitest";
import { arriveNewUser, managers, type NewUser } from "./new-user.ts";
import { expectPaidOrder } from "./pays-an-order.ts";

let user: NewUser;
beforeAll(async () => {
  user = await arriveNewUser();
});
afterAll(() => user?.[Symbol.asyncDispose]());

describe.each(["vendure", "medusa"])("npx create-pay-index makes a shop on %s that pays an order", (host) => {
  test.each(managers)("with %s", (manager) => expectPaidOrder(user, host, manager));
});
