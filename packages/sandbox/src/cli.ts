#!/usr/bin/env node
import { parseArgs } from "node:util";
import { buildHelpText } from "./cli-help.ts";
import {
  createSandbox,
  type QuirkProfile,
  type Sandbox,
  SandboxError,
  type SandboxOptions,
} from "./index.ts";

/** Escapes control characters as JSON does: the texts of a shop must not control the terminal. */
function showControlCharacters(line: string): string {
  return line.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Prints one line and exits with the code. */
function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`pay-index-sandbox: ${showControlCharacters(message)}\n`);
  process.exit(exitCode);
}

type TextOption = "port" | "host" | "data" | "quirks" | "seed" | "expire-after" | "refund-after";

function readOptions(): SandboxOptions {
  const { values } = parseOrFail();
  if (values.help) {
    process.stdout.write(buildHelpText());
    process.exit(0);
  }
  const text = (name: TextOption) => values[name] ?? fromEnvironment(name);
  const number = (name: TextOption, unit = 1) => {
    const given = text(name);
    return given === undefined ? undefined : parseWholeNumber(name, given) * unit;
  };
  const names = (name: "allow-notify-host" | "allow-host" | "allow-app-scheme") =>
    values[name] ?? fromEnvironment(name)?.split(",") ?? [];
  // createSandbox checks the values.
  const options = {
    port: number("port"),
    host: text("host"),
    seed: number("seed"),
    data: text("data"),
    frozen: values.frozen ?? readFlag("frozen"),
    quirks: text("quirks") as QuirkProfile | undefined,
    expireAfter: number("expire-after", 1000),
    refundAfter: number("refund-after", 1000),
  };
  return {
    ...(Object.fromEntries(
      Object.entries(options).filter(([, value]) => value !== undefined),
    ) as SandboxOptions),
    allowNotifyHosts: names("allow-notify-host"),
    allowHosts: names("allow-host"),
    allowAppSchemes: names("allow-app-scheme"),
    log: (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${showControlCharacters(line)}`),
  };
}

/** Returns PAY_INDEX_SANDBOX_PORT for --port. An empty variable counts as missing. */
function fromEnvironment(name: string): string | undefined {
  return process.env[environmentVariable(name)] || undefined;
}

function environmentVariable(name: string): string {
  return `PAY_INDEX_SANDBOX_${name.toUpperCase().replaceAll("-", "_")}`;
}

function readFlag(name: string): boolean | undefined {
  const text = fromEnvironment(name);
  if (text === undefined) return undefined;
  if (text === "1" || text === "true") return true;
  return text === "0" || text === "false"
    ? false
    : fail(`${environmentVariable(name)} must be true or false`, 2);
}

function parseOrFail() {
  try {
    return parseArgs({
      allowNegative: true,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        frozen: { type: "boolean" },
        quirks: { type: "string" },
        "expire-after": { type: "string" },
        "refund-after": { type: "string" },
        seed: { type: "string" },
        "allow-notify-host": { type: "string", multiple: true },
        "allow-host": { type: "string", multiple: true },
        "allow-app-scheme": { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [line] = (error as Error).message.split("\n");
    return fail(`${line?.replace(/\. .*$/, "")} (see --help)`, 2);
  }
}

function parseWholeNumber(name: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail(`--${name} must be a whole number`, 2);
}

async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await createSandbox(options);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return fail(error.message, error.code === "bad_option" ? 2 : 1);
  }
}

function printGreeting({ url, seed, merchants }: Sandbox): void {
  console.log(`pay_index sandbox: ${url} (seed ${seed})\n`);
  for (const { variant, id, key } of merchants) console.log(`  ${variant.padEnd(13)} ${id}  ${key}`);
  console.log(`\nThe sandbox's pages are at ${url}/, the control API is at ${url}/_sandbox/.`);
  console.log("No real money moves. Press Ctrl-C to stop.\n");
}

const sandbox = await openSandbox(readOptions());
printGreeting(sandbox);

let signalCount = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    signalCount += 1;
    // A second signal means that the user does not want to wait for a delivery in progress.
    if (signalCount > 1) process.exit(130);
    void sandbox.close().then(() => process.exit(0));
  });
}
