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
const rules = { "target-size": { enabled: true } };

/** A part of the checks, for a page that was checked in another mode. */
export interface PartialCheck {
  /** Contrast takes most of the time, and pages of another size have the same colours. */
  readonly contrast: "only" | "not";
  /** CSS selectors of the parts of the page to check. */
  readonly within: readonly string[];
}

/** What axe finds on a page, and by how many pixels it is too wide. */
export async function findAccessibilityFlaws(
  page: Page,
  part?: PartialCheck,
): Promise<{ url: string; flaws: string[]; tooWide: unknown }> {
  await page.evaluate(`void (globalThis.axe || (() => { ${axeSource} })())`);
  const options = {
    resultTypes: ["violations"],
    rules: part?.contrast === "not" ? { ...rules, "color-contrast": { enabled: false } } : rules,
    ...(part?.contrast === "only" ? { rules: {}, runOnly: ["color-contrast"] } : {}),
  };
  const settings = [part?.within ?? ["html"], options].map((setting) => JSON.stringify(setting));
  const found = await page.evaluate(`axe.run(${settings}).then(({ violations }) => ({ violations }))`);
  const { violations } = found as AxeResult;
  const flaws = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  return { url: page.url(), flaws, tooWide: await page.evaluate(tooWide) };
}
