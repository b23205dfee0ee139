import { expect, test } from "vitest";
import { StepReport } from "./step-report.ts";

const report = () => new StepReport(() => {});

test("the report passes if every step passed, and lists the results", async () => {
  const steps = report();
  expect(await steps.run("pack", async () => [7, "11 tarballs"])).toBe(7);
  expect(steps.passed).toBe(true);
  expect(steps.table()).toMatch(/^✔ pack +\d+\.\d s {2}11 tarballs$/);
});

test("the report continues after a failure, and names every missing part", async () => {
  const steps = report();
  const result = await steps.run("licences", async () => {
    throw new Error("Licences that are not on the list:\nevil@1.0.0: GPL-3.0");
  });
  await steps.run("sizes", async () => [true, "2 kB"]);
  expect(result).toBeUndefined();
  expect(steps.passed).toBe(false);
  expect(steps.table()).toMatch(/^✘ licences .*\n✔ sizes /);
  expect(steps.table()).toContain(
    "Missing: licences\nLicences that are not on the list:\nevil@1.0.0: GPL-3.0",
  );
});

test("the report fails if a step was skipped", () => {
  const steps = report();
  steps.skip("Express, npm", "nothing is published");
  expect(steps.passed).toBe(false);
  expect(steps.table()).toMatch(/^– Express, npm +0\.0 s {2}nothing is published$/);
});
