import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

const main = join(dirname(createRequire(import.meta.url).resolve("pay-index")), "main.js");
const config = join(import.meta.dirname, "pay-index.config.mts");

/** Runs a command of `pay-index` for a shop, in a process of its own. Returns its JSON document. */
export async function runCommandLine(settings: object, args: readonly string[]) {
  const env = {
    ...process.env,
    NODE_ENV: "test",
    MEDUSA_DISABLE_TELEMETRY: "true",
    SHOP: JSON.stringify(settings),
  };
  const child = spawn(process.execPath, [main, ...args, "--json", "--config", config], { env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`This is no JSON: ${out}\n${err}`);
  }
}
