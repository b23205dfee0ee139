// A new user's first order on each framework, from the packages as a registry has them.
import { afterAll, beforeAll, test } from "vitest";
import {
  expectDemoPaysOrder,
  expectDevServer,
  expectFailingDemo,
  expectStartRefused,
} from "./created-project-checks.ts";
import { createNewUser, type NewUser } from "./new-user.ts";

let user: NewUser;
beforeAll(async () => {
  user = await createNewUser();
});
afterAll(() => user?.[Symbol.asyncDispose]());

const title = "npx create-pay-index makes a shop whose demo pays an order";

test(`${title}, on Express with npm, ends with 1 if the gateway refuses the sale, and does not start for production`, async () => {
  const cwd = await expectDemoPaysOrder(user, "express", "npm");
  await expectFailingDemo(user, cwd);
  await expectStartRefused(user, cwd);
});

test.each(["express", "hono", "fastify"])(
  `${title}, on %s with pnpm, and starts for a browser, and doctor finds nothing wrong`,
  async (host) => {
    await expectDevServer(user, await expectDemoPaysOrder(user, host, "pnpm"));
  },
);

test(`${title}, on Next.js with npm, starts for a browser, and doctor finds nothing wrong`, async () => {
  await expectDevServer(user, await expectDemoPaysOrder(user, "next", "npm"));
});
