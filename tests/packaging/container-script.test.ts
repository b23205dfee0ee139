import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createFakeProgram } from "../release/fake-program.ts";
import { repositoryRoot } from "./pack-tarballs.ts";

/** Runs `.ci/container` with an engine of this test. Returns the exit code and the calls of the engine. */
async function buildImage(engine: string, ...flags: string[]) {
  const docker = await createFakeProgram("docker", engine);
  // Building and packing are not what this tests.
  const npx = await createFakeProgram("npx", "", docker.env);
  const code = await promisify(execFile)(join(repositoryRoot, ".ci/container"), flags, { env: npx.env }).then(
    () => 0,
    (error: { code: number }) => error.code,
  );
  return { code, calls: (await docker.calls()).map(([command]) => command) };
}

const absent = "process.exit(1);";

/** An engine whose container gets this health, and runs as this user. */
const engineWith = (health: string, user: string) => `
const answers = { run: "c1", inspect: ${JSON.stringify(health)}, exec: ${JSON.stringify(user)} };
console.log(answers[args[0]] ?? "");
`;

test("a machine without an engine leaves the image out, unless it is required", async () => {
  expect(await buildImage(absent)).toEqual({ code: 0, calls: ["info"] });
  expect(await buildImage(absent, "--required")).toEqual({ code: 1, calls: ["info"] });
});

test("builds and starts the image, and leaves nothing in the engine", async () => {
  const { code, calls } = await buildImage(engineWith("healthy", "node"), "--required");
  expect(code).toBe(0);
  expect(calls).toEqual(["info", "build", "run", "inspect", "logs", "exec", "rm", "image"]);
});

test.each([
  ["unhealthy", "node"],
  ["healthy", "root"],
])("fails if the container is %s and runs as %s", async (health, user) => {
  const { code, calls } = await buildImage(engineWith(health, user));
  expect(code).toBe(1);
  expect(calls.slice(-2)).toEqual(["rm", "image"]);
});
