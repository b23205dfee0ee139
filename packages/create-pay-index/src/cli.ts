#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { CreateError } from "./create-error.ts";
import { runCommand } from "./run-command.ts";

const manifest = new URL("../package.json", import.meta.url);
const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };

try {
  await runCommand({
    args: process.argv.slice(2),
    env: process.env,
    input: process.stdin,
    output: process.stdout,
    nodeVersion: process.versions.node,
    version,
  });
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  process.stderr.write(`create-pay-index: ${error.code}: ${error.message}\n`);
  process.exitCode = error.code === "cannot_write" || error.code === "cancelled" ? 1 : 2;
}
