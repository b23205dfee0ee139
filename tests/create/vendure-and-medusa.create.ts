// A new user's first order on Vendure and Medusa, from the packages as a registry has them.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createDatabase,
  createMariadbDatabase,
  findFreePort,
  isMariadbInstalled,
} from "@pay-index/embedded-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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

test.skipIf(!isMariadbInstalled)("a project on Vendure pays its first order on MariaDB, too", async () => {
  const database = await createMariadbDatabase();
  onTestFinished(() => database.drop());
  const cwd = await user.create("vendure", "npm", "mariadb");
  await user.run(["npm", "install"], { cwd });
  // The demo leaves the database of `.env` alone.
  const file = join(cwd, "demo/start-shop.ts");
  const demo = await readFile(file, "utf8");
  await writeFile(file, demo.replace('DATABASE_URL: ""', `DATABASE_URL: "${database.url}"`));
  expect(await user.run(["npm", "run", "demo"], { cwd })).toContain("The order is paid and placed.");
  const table = `${new URL(database.url).pathname.slice(1)}.order`;
  const [orders] = await database.asAdmin((admin) => admin.query("SELECT state FROM ??", [table]));
  expect(orders).toEqual([{ state: "PaymentSettled" }]);
});

// Vendure before 3.6 downloads a program from GitHub when it is installed.
test.each(medusaReleases.slice(0, -1))(
  "a project pays its first order on Medusa $version, too",
  async ({ version }) => {
    await tryFirstOrder(user, "medusa", version);
  },
);
