#!/usr/bin/env node
import { parseArgs } from "node:util";
import { createSandbox, type Sandbox, SandboxError, type SandboxOptions } from "./index.ts";

const help = `pay-index-sandbox: a whole pay_index gateway on this machine, in memory

  --port NUMBER              port to listen on (4400; 0 takes any free one)
  --host ADDRESS             address to listen on (127.0.0.1)
  --seed NUMBER              repeats the jitter of an earlier run
  --allow-notify-host NAME   a host name, beside localhost, that notifications may go to; may be repeated
  --help                     shows this
`;

/** One clear line and the exit code that goes with it. */
function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`pay-index-sandbox: ${message}\n`);
  process.exit(exitCode);
}

function readOptions(): SandboxOptions {
  const { values } = parseOrFail();
  if (values.help) {
    process.stdout.write(help);
    process.exit(0);
  }
  return {
    ...(values.port === undefined ? {} : { port: wholeNumber("port", values.port) }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values.seed === undefined ? {} : { seed: wholeNumber("seed", values.seed) }),
    allowNotifyHosts: values["allow-notify-host"] ?? [],
    log: (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`),
  };
}

function parseOrFail() {
  try {
    return parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "string" },
        seed: { type: "string" },
        "allow-notify-host": { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [line] = (error as Error).message.split("\n");
    return fail(`${line?.replace(/\. .*$/, "")} (see --help)`, 2);
  }
}

function wholeNumber(name: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail(`--${name} must be a whole number`, 2);
}

async function open(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await createSandbox(options);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return fail(error.message, error.code === "bad_option" ? 2 : 1);
  }
}

function greet({ url, seed, merchants }: Sandbox): void {
  console.log(`pay_index sandbox: ${url} (seed ${seed})\n`);
  for (const { variant, id, key } of merchants) console.log(`  ${variant.padEnd(13)} ${id}  ${key}`);
  console.log("\nNo real money. Ctrl-C ends it.\n");
}

const sandbox = await open(readOptions());
greet(sandbox);

let asked = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    asked += 1;
    // asked twice: somebody does not want to wait for a notification that is on its way
    if (asked > 1) process.exit(130);
    void sandbox.close().then(() => process.exit(0));
  });
}
