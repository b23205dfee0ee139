import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./config/longest-first.ts";
import { sourceAliases } from "./config/source-aliases.ts";

/** A busy machine is not a broken one. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** The frameworks report their use to their makers by default. Tests do not. */
const env = { VENDURE_DISABLE_TELEMETRY: "true", MEDUSA_DISABLE_TELEMETRY: "true" };

const shared = ["config/shared-postgres.ts", "config/shared-folder.ts"];

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

export default defineConfig({
  test: {
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
    sequence: { sequencer: LongestFirst },
    projects: [
      project({
        name: "unit",
        include: ["{packages,apps}/*/test/**/*.test.ts", "tests/**/*.test.ts"],
        exclude: [
          "**/node_modules/**",
          "**/*.browser.test.ts",
          "packages/{medusa,vendure}/test/conformance/**",
          // The same suites on Postgres are among the unit tests.
          "packages/vendure/test/*-sqljs.test.ts",
        ],
        globalSetup: shared,
        setupFiles: "config/fixed-seed.ts",
        // By default, Vitest leaves one core free, which is half of a small machine.
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
          "packages/vendure/test/conformance/*.test.ts",
          "packages/vendure/test/*races.test.ts",
          "packages/vendure/test/channels.test.ts",
          "packages/vendure/test/*-sqljs.test.ts",
        ],
        globalSetup: shared,
        maxWorkers: 2,
      }),
      project({
        name: "medusa",
        include: ["packages/medusa/test/conformance/*.test.ts"],
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
      project({ name: "nginx", include: ["apps/*/test/*.nginx.ts"] }),
      project({
        name: "dashboard",
        include: ["tests/dashboard/*.dashboard.ts"],
        testTimeout: 600_000,
        hookTimeout: 900_000,
      }),
      project({
        name: "medusa-admin",
        include: ["tests/medusa-admin/*.admin.ts"],
        globalSetup: shared,
        testTimeout: 120_000,
        hookTimeout: 1_200_000,
      }),
    ],
  },
});
