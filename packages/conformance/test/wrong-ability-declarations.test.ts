import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startVitest } from "vitest/node";

const root = fileURLToPath(new URL("suites", import.meta.url));

test("the suite fails if a driver does not declare a required ability, and the error names it", async () => {
  const run = await startVitest("test", [], { root, watch: false, reporters: [{}] });
  const [module] = run.state.getTestModules();
  const errors = [...(module?.children.allTests() ?? [])].flatMap((each) => each.result().errors ?? []);
  const text = errors.map(({ message }) => message).join("\n");
  expect(module?.ok()).toBe(false);
  expect(text).toContain("kill: not declared");
  expect(text).toContain("stock: not applicable without a reason");
  expect(text).not.toContain("must not be opened");
  await run.close();
});
