import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import config, { coreLayers, coreLeaves } from "../../config/dependency-cruiser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The modules of core from the top. */
const layers = Object.keys(coreLayers);
const leaves = Object.keys(coreLeaves);

/** The files that the imports below lead to. */
const surroundings: Readonly<Record<string, string>> = {
  "package.json": manifest("repository", {}),
  "packages/core/package.json": manifest("@pay-index/core", {
    dependencies: { zod: "*", "dinero.js": "*", "date-fns": "*", "@date-fns/tz": "*" },
  }),
  "packages/core/src/index.ts": "export const core = 1;",
  "packages/core/src/errors.ts": "export const errors = 1;",
  "packages/core/src/protocol/money/money.ts":
    'import { errors } from "../../errors.ts"; export const money = errors;',
  "packages/core/src/protocol/signature/sign.ts":
    'import { errors } from "../../errors.ts"; export const signature = errors;',
  "packages/core/src/protocol/sale/sale.ts":
    'import { money } from "../money/money.ts"; export const sale = money;',
  "packages/core/src/payment/derive-attempt-state.ts":
    'import { sale } from "../protocol/sale/sale.ts"; export const state = sale;',
  "packages/core/src/ports/store.ts": "export type Store = 1;",
  "packages/core/src/apply/apply-facts.ts":
    'import { state } from "../payment/derive-attempt-state.ts"; export const facts = state;',
  "packages/core/src/store/sql/statements.ts":
    'import type { Store } from "../../ports/store.ts"; export const sql: Store = 1;',
  "packages/core/src/gateway.ts":
    'import { sale } from "./protocol/sale/sale.ts"; export const gateway = sale;',
  ...Object.fromEntries(
    [...layers, ...leaves].map((module) => [`packages/core/src/${module}/module.ts`, "export const it = 1;"]),
  ),
  "packages/core/src/reports/report.ts": "export const report = 1;",
  "packages/core/src/payment/fact.ts": 'import type {} from "./attempt.ts";',
  "packages/core/dist/protocol/money/money.js": "export const money = 1;",
  "packages/express/package.json": manifest("@pay-index/express", {
    dependencies: { "@pay-index/core": "*" },
    peerDependencies: { express: "*" },
    devDependencies: { express: "*", "dev-only": "*" },
  }),
  "packages/express/src/index.ts":
    'import "express"; import { core } from "@pay-index/core"; export { core };',
  "packages/sqlite/src/index.ts": 'import "node:sqlite"; export const sqlite = 1;',
  "packages/express/test/shop.test.ts":
    'import "@pay-index/sandbox"; import "@pay-index/conformance"; import "@pay-index/embedded-postgres"; import "dev-only"; import "../src/index.ts";',
  "packages/medusa/src/index.ts": 'import "@pay-index/core"; import "@pay-index/pages";',
  "packages/pages/src/index.ts": "export const pages = 1;",
  "packages/pages/src/hen.ts": 'import type {} from "./egg.ts";',
  "packages/app/package.json": manifest("@pay-index/app", { peerDependencies: { "expo-web-browser": "*" } }),
  "packages/app/src/expo.ts": 'import type {} from "expo-web-browser";',
  "packages/embedded-postgres/src/index.ts": 'import "node:http"; export const postgres = 1;',
  "packages/sandbox/src/index.ts": 'import "node:http"; export const sandbox = 1;',
  "packages/sandbox/src/clock/time-source.ts": "export const clock = 1;",
  "packages/sandbox/src/orders/order.ts": "export const order = 1;",
  "packages/sandbox/src/buyer-checkout-service.ts": "export const checkout = 1;",
  "packages/sandbox/src/control/sandbox-control.ts": "export type Control = 1;",
  "packages/sandbox/src/inspector/page.ts":
    'import type { Control } from "../control/sandbox-control.ts"; export const control: Control = 1;',
  "packages/conformance/src/index.ts": 'import "@pay-index/core"; import "@pay-index/sandbox";',
  "apps/shop/src/main.ts":
    'import "@pay-index/core"; import "@pay-index/express"; import "@pay-index/sqlite"; import "@pay-index/sandbox";',
  ...npmPackage("zod"),
  ...npmPackage("dinero.js"),
  ...npmPackage("date-fns"),
  ...npmPackage("@date-fns/tz"),
  ...npmPackage("expo-web-browser"),
  ...npmPackage("express"),
  ...npmPackage("dev-only"),
  ...npmPackage("stray"),
};

interface WrongImport {
  file: string;
  imports: string;
  breaks: readonly string[];
}

/** Each module of core imports each module above it. */
const upwardImports: readonly WrongImport[] = layers.flatMap((layer, index) =>
  layers.slice(0, index).map((above) => ({
    file: `packages/core/src/${layer}/imports-${above}.ts`,
    imports: `../${above}/module.ts`,
    breaks: [`core-${layer}-imports-below`],
  })),
);

/** Each leaf of core imports each other module. */
const leafImports: readonly WrongImport[] = leaves.flatMap((leaf) =>
  [...layers, ...leaves]
    .filter((module) => module !== leaf)
    .map((module) => ({
      file: `packages/core/src/${leaf}/imports-${module}.ts`,
      imports: `../${module}/module.ts`,
      breaks: [`core-${leaf}-is-a-leaf`],
    })),
);

/** Each of these files breaks exactly the named rules. */
const wrong: readonly WrongImport[] = [
  ...upwardImports,
  ...leafImports,
  {
    file: "packages/server/src/demo.ts",
    imports: "../../../apps/shop/src/main.ts",
    breaks: ["packages-import-no-app", "packages-by-name"],
  },
  {
    file: "packages/core/src/gateway-pages.ts",
    imports: "@pay-index/pages",
    breaks: ["core-imports-no-other-package"],
  },
  {
    file: "packages/create-pay-index/src/fill.ts",
    imports: "@pay-index/core",
    breaks: ["create-pay-index-imports-no-package"],
  },
  {
    file: "packages/core/src/routes.ts",
    imports: "express",
    breaks: ["core-imports-four-libraries-only", "no-undeclared-dependency"],
  },
  { file: "packages/core/src/files.ts", imports: "node:fs", breaks: ["core-uses-only-node-crypto"] },
  { file: "packages/core/src/promises.ts", imports: "fs/promises", breaks: ["core-uses-only-node-crypto"] },
  {
    file: "packages/express/src/amount.ts",
    imports: "../../core/src/protocol/money/money.ts",
    breaks: ["core-through-its-exports", "packages-by-name"],
  },
  {
    file: "packages/express/test/amount.test.ts",
    imports: "../../core/dist/protocol/money/money.js",
    breaks: ["core-through-its-exports", "packages-by-name"],
  },
  {
    file: "packages/server/test/notify-route.test.ts",
    imports: "../../core/src/index.ts",
    breaks: ["server-tests-use-express"],
  },
  {
    file: "apps/shop/src/amount.ts",
    imports: "../../../packages/core/src/index.ts",
    breaks: ["packages-by-name"],
  },
  {
    file: "apps/other-shop/src/main.ts",
    imports: "../../shop/src/main.ts",
    breaks: ["apps-share-code-in-apps-demo", "packages-by-name"],
  },
  {
    file: "apps/demo/src/run.ts",
    imports: "../../shop/src/main.ts",
    breaks: ["apps-share-code-in-apps-demo", "packages-by-name"],
  },
  {
    file: "packages/medusa/src/payment-status.ts",
    imports: "@pay-index/express",
    breaks: ["adapters-import-no-adapter"],
  },
  {
    file: "packages/vendure/src/amount.ts",
    imports: "@pay-index/medusa",
    breaks: ["adapters-import-no-adapter"],
  },
  {
    file: "packages/medusa/src/storefront/calls.ts",
    imports: "../index.ts",
    breaks: ["medusa-storefront-imports-no-server-code"],
  },
  {
    file: "packages/medusa/src/admin/page.tsx",
    imports: "../index.ts",
    breaks: ["medusa-pages-in-a-browser"],
  },
  {
    file: "packages/vendure/src/dashboard/page.tsx",
    imports: "@pay-index/core",
    breaks: ["vendure-pages-in-a-browser"],
  },
  {
    file: "packages/server/src/router.ts",
    imports: "@pay-index/express",
    breaks: ["only-apps-import-adapters"],
  },
  {
    file: "packages/pages/src/digest.ts",
    imports: "node:crypto",
    breaks: ["pages-import-nothing"],
  },
  {
    file: "packages/conformance/src/host-driver.ts",
    imports: "@pay-index/express",
    breaks: ["only-apps-import-adapters"],
  },
  {
    file: "packages/app/src/status.ts",
    imports: "@pay-index/core",
    breaks: ["app-imports-no-other-package"],
  },
  { file: "packages/app/src/digest.ts", imports: "node:crypto", breaks: ["app-without-node"] },
  {
    file: "packages/app/src/web.ts",
    imports: "expo-web-browser",
    breaks: ["app-web-without-phone-packages"],
  },
  {
    file: "packages/sandbox/src/fields.ts",
    imports: "@pay-index/core",
    breaks: ["sandbox-imports-no-package"],
  },
  {
    file: "packages/sandbox/src/inspector/pay-button.ts",
    imports: "../buyer-checkout-service.ts",
    breaks: ["inspector-by-the-control-api"],
  },
  {
    file: "packages/sandbox/test/fields.test.ts",
    imports: "@pay-index/core",
    breaks: ["sandbox-imports-no-package"],
  },
  {
    file: "packages/express/src/test-gateway.ts",
    imports: "@pay-index/sandbox",
    breaks: ["sandbox-for-conformance-apps-and-tests"],
  },
  {
    file: "packages/cli/src/start.ts",
    imports: "@pay-index/sandbox",
    breaks: ["cli-starts-no-sandbox"],
  },
  {
    file: "packages/express/src/store-contract.ts",
    imports: "@pay-index/conformance",
    breaks: ["conformance-for-tests"],
  },
  {
    file: "packages/express/src/database.ts",
    imports: "@pay-index/embedded-postgres",
    breaks: ["embedded-postgres-for-apps-and-tests"],
  },
  {
    file: "packages/core/src/protocol/money/front.ts",
    imports: "../../index.ts",
    breaks: ["core-signature-and-money-are-independent", "core-protocol-imports-below"],
  },
  {
    file: "packages/core/src/secret.ts",
    imports: "./protocol/money/money.ts",
    breaks: ["core-secret-is-a-leaf"],
  },
  {
    file: "packages/core/src/protocol/signature/request.ts",
    imports: "../money/money.ts",
    breaks: ["core-signature-and-money-are-independent"],
  },
  {
    file: "packages/core/src/protocol/money/price.ts",
    imports: "../sale/sale.ts",
    breaks: ["core-signature-and-money-are-independent"],
  },
  {
    file: "packages/core/src/protocol/notification/receive.ts",
    imports: "../../payment/derive-attempt-state.ts",
    breaks: ["core-protocol-imports-below"],
  },
  {
    file: "packages/core/src/protocol/sale/send.ts",
    imports: "../../gateway.ts",
    breaks: ["core-protocol-imports-below"],
  },
  {
    file: "packages/core/src/payment/subscription/cycle.ts",
    imports: "../../ports/store.ts",
    breaks: ["core-payment-imports-below"],
  },
  {
    file: "packages/core/src/payment/price.ts",
    imports: "../gateway.ts",
    breaks: ["core-payment-imports-below"],
  },
  {
    file: "packages/core/src/events.ts",
    imports: "./apply/apply-facts.ts",
    breaks: ["core-events-imports-below"],
  },
  {
    file: "packages/core/src/protocol/submit-sale.ts",
    imports: "../apply/apply-facts.ts",
    breaks: ["core-protocol-imports-below"],
  },
  {
    file: "packages/core/src/store/sql/payment-rows.ts",
    imports: "../../payment/derive-attempt-state.ts",
    breaks: ["core-sql-knows-the-port"],
  },
  {
    file: "packages/core/src/jobs/sweep.ts",
    imports: "../store/sql/statements.ts",
    breaks: ["core-engine-knows-no-table"],
  },
  {
    file: "packages/core/src/status/report.ts",
    imports: "../reports/report.ts",
    breaks: ["core-module-has-a-layer"],
  },
  { file: "packages/core/src/payment/attempt.ts", imports: "./fact.ts", breaks: ["no-import-cycles"] },
  { file: "packages/pages/src/egg.ts", imports: "./hen.ts", breaks: ["no-import-cycles"] },
  {
    file: "packages/sandbox/src/orders/order-view.ts",
    imports: "../clock/time-source.ts",
    breaks: ["no-import-cycles-of-folders"],
  },
  {
    file: "packages/sandbox/src/clock/scheduler.ts",
    imports: "../orders/order.ts",
    breaks: ["no-import-cycles-of-folders"],
  },
  { file: "packages/express/src/logger.ts", imports: "dev-only", breaks: ["no-dev-dependency-in-src"] },
  { file: "packages/express/src/luck.ts", imports: "stray", breaks: ["no-undeclared-dependency"] },
  { file: "packages/express/src/typo.ts", imports: "expres", breaks: ["no-unresolvable"] },
  {
    file: "packages/express/src/side-door.ts",
    imports: "@pay-index/core/money",
    breaks: ["no-unresolvable"],
  },
];

interface Violation {
  /** A file, or the folder of a rule about folders. */
  from: string;
  rule: { name: string };
}

interface Report {
  summary: { violations: Violation[] };
}

function isBrokenBy({ from }: Violation, file: string): boolean {
  return from === file || from === dirname(file);
}

describe("the dependency rules", () => {
  let tree: string;
  let report: Report;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), "dependency-rules-"));
    for (const name of ["tsconfig.base.json", "tsconfig.sources.json"])
      await cp(join(root, name), join(tree, name));
    for (const [file, text] of Object.entries(surroundings)) await put(join(tree, file), text);
    for (const { file, imports } of wrong) await put(join(tree, file), `import type {} from "${imports}";`);
    report = await cruise(tree);
  });
  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(wrong)("$file may not import $imports", ({ file, breaks }) => {
    expect(rulesBrokenBy(file)).toEqual([...breaks].sort());
  });

  it("allow everything else", () => {
    const innocent = report.summary.violations.filter(
      (violation) => !wrong.some(({ file }) => isBrokenBy(violation, file)),
    );
    expect(innocent).toEqual([]);
  });

  it.each(config.forbidden)(
    "$name has an example that fails, and a comment with the reason",
    ({ name, comment }) => {
      expect(wrong.flatMap(({ breaks }) => breaks)).toContain(name);
      expect(comment).toMatch(/^[A-Za-z].{30,}\.$/);
    },
  );

  function rulesBrokenBy(file: string): string[] {
    const broken = report.summary.violations.filter((violation) => isBrokenBy(violation, file));
    return [...new Set(broken.map(({ rule }) => rule.name))].sort();
  }
});

test("ARCHITECTURE.md lists the modules of core in the order of the rules", async () => {
  const page = await readFile(join(root, "ARCHITECTURE.md"), "utf8");
  const [, section = ""] = page.split("### Inside core\n");
  const [table = ""] = section.split("\n### ");
  const listed = [...table.matchAll(/^\| `([\w-]+)(?:\.ts|\/)` \|/gm)].map(([, module]) => module);
  expect(listed).toEqual([...layers, ...leaves]);
});

/** Runs the command of `pnpm lint:dependencies` in another folder. */
async function cruise(tree: string): Promise<Report> {
  const bin = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [
    bin,
    "--config",
    join(root, "config/dependency-cruiser.mjs"),
    "--output-type",
    "json",
    "packages",
    "apps",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree, maxBuffer: 64e6 });
  return JSON.parse(stdout);
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function manifest(name: string, dependencies: object): string {
  return JSON.stringify({ name, version: "1.0.0", ...dependencies });
}

function npmPackage(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", main: "index.js" }),
    [`node_modules/${name}/index.js`]: "",
  };
}
