import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startVitest } from "vitest/node";

const root = fileURLToPath(new URL("suites", import.meta.url));

/** All errors of one suite that is run by itself. */
async function errorsOf(suite: string): Promise<string> {
  const run = await startVitest("test", [suite], { root, watch: false, reporters: [{}] });
  const errors: string[] = [];
  for (const module of run.state.getTestModules()) {
    expect(module.ok()).toBe(false);
    for (const { errors: own } of [...module.children.allSuites()].map((each) => ({ errors: each.errors() })))
      errors.push(...own.map(({ message }) => message));
    for (const each of module.children.allTests())
      errors.push(...(each.result().errors ?? []).map(({ message }) => message));
  }
  await run.close();
  return errors.join("\n");
}

test("the suite fails if a driver does not declare a required ability, and the error names it", async () => {
  const errors = await errorsOf("undeclared");
  expect(errors).toContain("kill: not declared");
  expect(errors).toContain("stock: not applicable without a reason");
  expect(errors).not.toContain("must not be opened");
});

test("the suite fails if a driver declares an ability that its shop does not have, and the error names it", async () => {
  const errors = await errorsOf("missing");
  expect(errors).toContain("kill (can be killed at each step of a payment): the shop has no killAfter()");
});
