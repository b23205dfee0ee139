import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FormBrowser } from "../buyer/form-browser.ts";
import { completeGatewayPages } from "../buyer/gateway-pages.ts";
import { testCards } from "../buyer/payment-choice.ts";
import { waitUntil } from "../buyer/wait-until.ts";
import { startChildServer } from "../run/child-server.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Returns the program of a start page, such as `docs/start/express.md`: its block of JavaScript. */
export function readStartPageProgram(page: string): string {
  const programs = [...readFileSync(join(root, page), "utf8").matchAll(/^```js\n([\s\S]*?)^```/gm)];
  if (programs.length !== 1) throw new Error(`${page} has ${programs.length} programs instead of one.`);
  return programs[0]?.[1] ?? "";
}

/** Writes a program into a new folder below `parent`, where its imports are found. The caller removes the folder. */
export async function writeProgram(parent: URL, program: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(fileURLToPath(parent), ".start-page-"));
  const file = join(folder, "program.mjs");
  await writeFile(file, program);
  return { folder, file };
}

/** Pays on a payment page of the sandbox with a good card, as the start pages say. */
export async function payOnPaymentPage(url: string): Promise<void> {
  const buyer = new FormBrowser({ cookies: true });
  await buyer.open(url);
  await completeGatewayPages(buyer, testCards.good);
}

/** Runs the program `pay.mjs` of a start page, and pays at the address that it prints. Returns its output. */
export async function runPayProgram(
  page: string,
  { parent, env }: { readonly parent: URL; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const { folder, file } = await writeProgram(parent, readStartPageProgram(page));
  const program = await startChildServer({
    name: page,
    args: [file],
    env,
    ready: /^Open this page and pay: (http:\S+)$/,
  });
  try {
    await payOnPaymentPage(program.ready[1] ?? "");
    await waitUntil("the program to print that the order is paid", async () =>
      program.output().includes(" is paid.") ? true : undefined,
    );
    return program.output();
  } finally {
    await program.end();
    await rm(folder, { recursive: true });
  }
}
