// A new user's first order on Vendure and Medusa, from the packages as a registry has them.
import { createDatabase, findFreePort } from "@pay-index/embedded-postgres";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";
import { medusaReleases } from "../packaging/host-releases.ts";
import { tryFirstOrder } from "../release/first-order-trial.ts";
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

describe.each(["vendure", "medusa"])(
  "npx create-pay-index makes a shop on %s whose demo pays an order",
  (host) => {
    test("with npm, and ends with 1 if the gateway refuses the sale", async () => {
      await expectFailingDemo(user, await expectDemoPaysOrder(user, host, "npm"));
    });

    test("with pnpm, starts for a browser, doctor finds only what production needs, and it does not start for production", async () => {
      const cwd = await expectDemoPaysOrder(user, host, "pnpm");
      const server = `http://localhost:${await findFreePort("localhost")}`;
      const { port } = new URL(server);
      if (host === "vendure")
        await expectDevServer(user, cwd, { settings: { VENDURE_PORT: port, VENDURE_URL: server } });
      else {
        const database = await createDatabase();
        onTestFinished(() => database.drop());
        const settings = { MEDUSA_PORT: port, MEDUSA_URL: server, DATABASE_URL: database.url };
        // Medusa's locks and events are for one process only.
        await expectDevServer(user, cwd, { settings, findings: ["start_warning", "start_warning"] });
      }
      await expectStartRefused(user, cwd);
    });
  },
);

// Vendure before 3.6 downloads a program from GitHub when it is installed.
test.each(medusaReleases.slice(0, -1))(
  "a project pays its first order on Medusa $version, too",
  async ({ version }) => {
    await tryFirstOrder(user, "medusa", version);
  },
);
