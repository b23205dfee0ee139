import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./config/longest-first.ts";
import { SlowestFiles } from "./config/slowest-files.ts";
import { sourceAliases } from "./config/source-aliases.ts";

/** A busy machine is not a broken one. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** The frameworks report their use to their makers by default. Tests do not. */
const env = { VENDURE_DISABLE_TELEMETRY: "true", MEDUSA_DISABLE_TELEMETRY: "true" };

/** Many tests start a shop or a command as a process of its own. Each reads what an earlier one has compiled. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL("node_modules/.cache/node-compile", import.meta.url),
);

const shared = ["config/shared-postgres.ts", "config/shared-mariadb.ts", "config/shared-folder.ts"];

type ProjectTest = NonNullable<TestProjectInlineConfiguration["test"]>;

const project = (test: ProjectTest): TestProjectInlineConfiguration => ({
  resolve: { alias: sourceAliases },
  test: { pool: "forks", env, ...patience, ...test },
});

const browser: ProjectTest = {
  setupFiles: "tests/browser/keep-failure-traces.ts",
  // A file waits for pages much of the time, so three keep two cores busy.
  maxWorkers: 3,
  testTimeout: 120_000,
};

const admins: ProjectTest = {
  ...browser,
  globalSetup: shared,
  // A build takes two gigabytes and minutes.
  maxWorkers: 1,
  testTimeout: 300_000,
  hookTimeout: 1_200_000,
};

const notTests = ["**/node_modules/**", "**/*.browser.test.ts"];

const unitTests = ["{packages,apps}/*/test/**/*.test.ts", "tests/**/*.test.ts"];

/** These replace a module for their whole file, or need one that no other file has used. */
const isolatedTests = [
  "packages/core/test/protocol/signature/md5-digest.test.ts",
  "packages/app/test/capacitor.test.ts",
];

/** Vendure, Medusa and their sample shops, except the one quick order of each, the hosts beside Express, a pooler and a standby. */
const hostTests = [
  "packages/next/test/**/*.test.ts",
  // The whole store contract once more, through PgBouncer. Those of Medusa and Vendure are among their tests.
  "packages/postgres/test/pooler.test.ts",
  "tests/faults/*.test.ts",
  "packages/express/test/simulation.test.ts",
  "packages/{medusa,vendure}/test/**/!(quick-conformance).test.ts",
  "apps/{medusa,vendure}-shop/test/**/*.test.ts",
];

/** Each scenario once, in parts, and what was recorded of gateways. */
const scenarioTests = [
  "packages/{medusa,vendure}/test/conformance/{recordings*,scenarios-*}.test.ts",
  "packages/{fastify,hono}/test/conformance/scenarios.test.ts",
];

/** Each scenario with every variant. */
const conformanceTests = [
  "packages/{medusa,vendure}/test/conformance/conformance*.test.ts",
  // A Next.js server for each shop's process. Its own suite runs with the other hosts.
  "packages/next/test/conformance/*.test.ts",
];

/** The same of the frameworks beside Express. */
const frameworkTests = ["packages/{fastify,hono}/test/conformance/conformance.test.ts"];

/** `test:vendure` and `test:medusa` run these, with every variant and on every database. */
const slowHostTests = [
  ...conformanceTests,
  "packages/medusa/test/conformance/two-processes.test.ts",
  // The same suites on Postgres are among the tests of the hosts.
  "packages/vendure/test/*-sqljs.test.ts",
];

/** The texts, the packed packages, the programs that are published, the demos and what publishes a release. */
const releaseTests = [
  "packages/{cli,embedded-postgres}/test/**/*.test.ts",
  "{packages,apps}/*/test/{demo,docs-start-page,readme-example}.test.ts",
  "tests/{browser,docs,model,packaging,public-api,release}/**/*.test.ts",
];

export default defineConfig({
  test: {
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SlowestFiles()],
    silent: "passed-only",
    projects: [
      // Everything that is pure, every store, the Express shop, and one order on Vendure and on Medusa. Files share their
      // modules, because reading these again for each file took half of the time.
      project({
        name: "unit",
        include: unitTests,
        exclude: [
          ...notTests,
          ...hostTests,
          ...scenarioTests,
          ...frameworkTests,
          ...releaseTests,
          ...isolatedTests,
        ],
        globalSetup: shared,
        setupFiles: "config/fixed-seed.ts",
        isolate: false,
        unstubGlobals: true,
        // By default, Vitest leaves one core free, which is half of a small machine.
        maxWorkers: 2,
      }),
      project({
        name: "isolated",
        include: isolatedTests,
        setupFiles: "config/fixed-seed.ts",
        maxWorkers: 2,
      }),
      project({
        name: "hosts",
        include: hostTests,
        exclude: [...notTests, ...slowHostTests, ...releaseTests, ...scenarioTests],
        globalSetup: shared,
        maxWorkers: 2,
      }),
      project({
        name: "scenarios",
        include: scenarioTests,
        globalSetup: shared,
        // A file waits for shops that start much of the time, so three keep two cores busy.
        maxWorkers: 3,
      }),
      project({
        name: "release",
        include: releaseTests,
        exclude: notTests,
        globalSetup: shared,
        setupFiles: "config/fixed-seed.ts",
        maxWorkers: 2,
      }),
      project({
        ...browser,
        name: "browser",
        include: ["{packages,apps}/*/test/**/*.browser.test.ts", "tests/**/*.browser.test.ts"],
      }),
      project({ ...browser, name: "long-browser", include: ["apps/*/test/*.long-browser.ts"] }),
      project({
        name: "vendure",
        include: [
          "packages/vendure/test/conformance/{conformance,recordings}*.test.ts",
          "packages/vendure/test/*races.test.ts",
          "packages/vendure/test/channels.test.ts",
          "packages/vendure/test/*-sqljs.test.ts",
        ],
        globalSetup: shared,
        maxWorkers: 2,
      }),
      project({
        name: "medusa",
        include: ["packages/medusa/test/conformance/!(scenarios-*).test.ts"],
        globalSetup: shared,
        maxWorkers: 2,
      }),
      project({
        name: "sabotage",
        include: ["tests/sabotage/*.sabotage.ts"],
        // Each test runs a whole suite in a process of its own.
        maxConcurrency: 2,
        testTimeout: 600_000,
      }),
      project({
        name: "packaging",
        include: ["tests/{create,packaging,release}/*.packaging.ts"],
        maxWorkers: 2,
        testTimeout: 120_000,
        hookTimeout: 300_000,
      }),
      project({
        name: "create",
        include: ["tests/create/*.create.ts"],
        // An installation of a whole Medusa, with empty caches.
        testTimeout: 1_200_000,
        hookTimeout: 300_000,
      }),
      project({ name: "frameworks", include: frameworkTests, globalSetup: shared }),
      project({ name: "next", include: ["packages/next/test/conformance/*.test.ts"], globalSetup: shared }),
      project({ name: "nginx", include: ["apps/*/test/*.nginx.ts"] }),
      // The staff pages in the admins of Vendure and Medusa, which are built in shops that npm or pnpm installs.
      project({ ...admins, name: "staff", include: ["tests/staff/*.staff.ts"] }),
      project({ ...admins, name: "staff-pnpm", include: ["tests/staff/*.staff-pnpm.ts"] }),
    ],
  },
});
