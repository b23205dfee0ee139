import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** axe leaves out by default what WCAG 2.2 has added, and takes as long again for the details of what is well. */
const axeOptions = JSON.stringify({
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
});

/** What axe finds on a page, and by how many pixels it is too wide. */
export async function findFlaws(page: Page): Promise<{ url: string; flaws: string[]; tooWide: unknown }> {
  await page.evaluate(axeSource);
  const found = await page.evaluate(`axe.run(${axeOptions}).then(({ violations }) => ({ violations }))`);
  const { violations } = found as AxeResult;
  const flaws = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  return { url: page.url(), flaws, tooWide: await page.evaluate(tooWide) };
}
