import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../packages/embedded-postgres/src/index.ts";
import { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";

/**
 * A folder where `npm install miniflare esbuild` ran. They are no dependencies of the project: Cloudflare's runtime has more than a hundred
 * megabytes.
 */
const { WORKERS } = process.env;

interface Miniflare {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

interface Tools {
  readonly esbuild: { build(options: object): Promise<{ outputFiles: readonly { text: string }[] }> };
  readonly miniflare: { readonly Miniflare: new (options: object) => Miniflare };
}

/** Starts the shop in the runtime of Cloudflare, and returns its address. It needs the built packages. */
async function startWorker(bindings: Record<string, string>): Promise<URL> {
  const require = createRequire(join(WORKERS ?? "", "package.json"));
  const load = <Name extends keyof Tools>(name: Name) => require(name) as Tools[Name];
  const { outputFiles } = await load("esbuild").build({
    ...{ entryPoints: [join(import.meta.dirname, "worker-shop.ts")], bundle: true, write: false },
    ...{ format: "esm", platform: "node", conditions: ["workerd"], external: ["cloudflare:sockets"] },
    logLevel: "error",
    // `pg` has modules of CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("/");' },
  });
  const worker = new (load("miniflare").Miniflare)({
    modules: [{ type: "ESModule", path: "shop.mjs", contents: outputFiles[0]?.text }],
    ...{ compatibilityDate: "2026-04-01", compatibilityFlags: ["nodejs_compat"], bindings },
  });
  onTestFinished(() => worker.dispose());
  return worker.ready;
}

test.skipIf(WORKERS === undefined)(
  "Cloudflare's runtime sells, stores a notification and places the order in Postgres (skipped without WORKERS)",
  async () => {
    const gateway = await new FakeGateway().open();
    onTestFinished(() => gateway.close());
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const client = new Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("CREATE TABLE orders (reference TEXT PRIMARY KEY)");
    const origin = await startWorker({ DATABASE_URL: database.url, GATEWAY: gateway.url });
    const here = (address: string) => new URL(new URL(address).pathname, origin);
    const started = await fetch(new URL("/checkout", origin), { method: "POST" });
    const { statusUrl } = (await started.json()) as { statusUrl: string };
    const notifyUrl = here(gateway.lastForm.get("pay_notifyurl") ?? "");
    const answerTo = async (fields: Record<string, string>) => {
      const response = await fetch(notifyUrl, { method: "POST", body: new URLSearchParams(fields) });
      return `${response.status} ${await response.text()}`;
    };
    const fields = notificationFields(gateway.lastForm);
    expect(await answerTo(signFields(fields, "another-key"))).toBe("401 mismatch");
    expect(await answerTo({ a: "b".repeat(1_000_000) })).toBe("413 large");
    expect(await answerTo(signFields(fields))).toBe("200 OK");
    expect((await client.query("SELECT * FROM orders")).rows).toEqual([{ reference: "order-1" }]);
    expect(await (await fetch(here(statusUrl))).json()).toMatchObject({ state: "paid" });
  },
);
