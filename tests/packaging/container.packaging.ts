// The steps of the sandbox's Dockerfile, run in a folder: this needs no Docker engine. `.ci/container` builds the image
// if there is one.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { findFreePort } from "@pay-index/embedded-postgres";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postSale, saleOf, signSale } from "../../packages/sandbox/test/fixtures/sale.ts";
import { packageFolder, packTarballs } from "./pack-tarballs.ts";

const run = promisify(execFile);

let folder: string;
let text: string;
let steps: readonly Instruction[];
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-container-"));
  text = await readFile(join(packageFolder("sandbox"), "Dockerfile"), "utf8");
  steps = DockerfileParser.parse(text).getInstructions();
  await using tarballs = await packTarballs();
  await copyFile(tarballs.path("sandbox"), join(folder, "sandbox.tgz"));
});
afterAll(async () => {
  for (const child of running) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The argument of the only instruction with this keyword. */
function only(keyword: string): string {
  const found = steps.filter((step) => step.getKeyword() === keyword);
  expect(found, keyword).toHaveLength(1);
  return found[0]?.getRawArgumentsContent() ?? "";
}

/** `["node", "x"]` at the end of an instruction. */
function execForm(argument: string): readonly string[] {
  return JSON.parse(argument.slice(argument.indexOf("[")));
}

/** The variables of ENV, or the default of ARG. */
function variables(argument: string): Record<string, string> {
  return Object.fromEntries(
    [...argument.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const path = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };

test("the Dockerfile is valid, and its image does not run as root", () => {
  expect(validate(text)).toEqual([]);
  expect(only("USER")).toBe("node");
  expect(steps.map((step) => step.getKeyword()).indexOf("USER")).toBeGreaterThan(
    steps.map((step) => step.getKeyword()).lastIndexOf("RUN"),
  );
  // The base is small, has the Node of the repository's own line, and is the same in both steps.
  const bases = steps
    .filter((step) => step.getKeyword() === "FROM")
    .map((step) => step.getRawArgumentsContent()?.replace(/ AS install$/, "") ?? "");
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  // Renovate adds the digest of the image.
  expect(bases[0]).toMatch(/^node:24-alpine(?:@sha256:[0-9a-f]{64})?$/);
});

test("the build sends only the Dockerfile and a tarball to the engine", async () => {
  const ignored = await readFile(join(packageFolder("sandbox"), ".dockerignore"), "utf8");
  expect(ignored.trim().split("\n")).toEqual(["*", "!Dockerfile", "!*.tgz"]);
  expect(steps.filter((step) => step.getKeyword() === "COPY")[0]?.getRawArgumentsContent()).toBe(
    "Dockerfile *.tgz ./",
  );
});

test("the steps install the packed sandbox, which starts, is healthy, and explains a wrong signature", async () => {
  const env = { ...process.env, ...path, ...variables(only("ARG")) };
  await run("sh", ["-c", only("RUN")], { cwd: folder, env });

  const port = String(await findFreePort());
  const settings = { ...variables(only("ENV")), PAY_INDEX_SANDBOX_PORT: port };
  const [program = "", ...args] = execForm(only("ENTRYPOINT"));
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...path, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const [line] = await once(createInterface(child.stdout), "line");
  expect(line).toContain(`http://127.0.0.1:${port}`);

  const probe = (at: string) => {
    const [node = "", ...command] = execForm(only("HEALTHCHECK"));
    return run(
      node,
      command.map((part) => part.replace(":4400", `:${at}`)),
      { env: path },
    );
  };
  await probe(port);
  await expect(probe(String(await findFreePort()))).rejects.toMatchObject({ code: 1 });

  await postSale(`http://127.0.0.1:${port}`, signSale(saleOf("hosted"), "the-key-of-another-merchant"));
  const refused = await fetch(`http://127.0.0.1:${port}/_sandbox/refusals`).then((response) =>
    response.json(),
  );
  expect(refused).toMatchObject({ refusals: [{ merchantId: "10002", signature: expect.anything() }] });

  // Docker stops a container with SIGTERM.
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect(code).toBe(0);
});
