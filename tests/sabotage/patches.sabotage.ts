import { type PostgresServer, startPostgres } from "@pay-index/embedded-postgres";
import { afterAll, beforeAll, test } from "vitest";
import { hosts, playScenarios } from "./play-scenarios.ts";
import { type Patch, patches } from "./read-patches.ts";
import { RepositoryCopy } from "./repository-copy.ts";

const untouched: Omit<Patch, "file"> & { file?: string } = {
  name: "a copy that nobody touched",
  what: "Nothing is wrong.",
  red: new Map(hosts.map((host) => [host, []])),
  redByChance: [],
};

/** One for all, so that a Vendure shop is filled once and copied. */
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

for (const { name, what, red, redByChance, file } of [untouched, ...patches])
  for (const [host, scenarios] of red)
    test.concurrent(`${name}, on ${host}: ${what}`, async ({ expect }) => {
      const copy = await RepositoryCopy.make();
      try {
        if (file !== undefined) await copy.apply(file);
        const { red: failed } = await playScenarios(copy.folder, host, postgres.url);
        expect(failed.filter((scenario) => !redByChance.includes(scenario))).toEqual(scenarios);
      } finally {
        await copy.remove();
      }
    });
