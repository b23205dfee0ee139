import { readFileSync } from "node:fs";
import type { openChromium } from "../../apps/demo/src/buyer/chromium.ts";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openChromium>>["newPage"]>>;

const axe = readFileSync(
  new URL("../../apps/demo/node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

export interface PageFlaws {
  /** The violations that axe finds. */
  readonly flaws: readonly string[];
  /** The number of elements that are wider than their place. */
  readonly tooWide: number;
  /** The amounts whose currency is before the number, as an English text in a page from right to left displays it. */
  readonly reordered: readonly string[];
}

/** Runs in the browser, and returns the reordered amounts below these elements. */
const reorderedAmounts = `(parts) => parts.flatMap((part) => {
  const found = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    for (const { 0: amount, index } of text.data.matchAll(/[0-9.]+ [A-Z]{3}\\b/g)) {
      const placeOf = (from) => {
        range.setStart(text, index + from);
        range.setEnd(text, index + from + 1);
        return range.getBoundingClientRect();
      };
      const [number, currency] = [placeOf(0), placeOf(amount.length - 1)];
      if (number.top === currency.top && number.left > currency.left) found.push(amount);
    }
  }
  return found;
})`;

/** Returns the flaws of the elements of an admin's page that a selector finds. The rest of the page belongs to the host. */
export async function findAdminPageFlaws(page: Page, selector: string): Promise<PageFlaws> {
  // An element that is fading in has another colour until the end.
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity).map((each) => each.finished))",
  );
  await page.evaluate(axe);
  const found = (await page.evaluate(`axe.run(${JSON.stringify(selector)})`)) as Found;
  const parts = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  return {
    flaws: found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    tooWide: await page.evaluate<number>(
      `${parts}.filter((each) => each.scrollWidth > each.clientWidth).length`,
    ),
    reordered: await page.evaluate<string[]>(`(${reorderedAmounts})(${parts})`),
  };
}

/** The result for a page without flaws, with the errors that its scripts throw. */
export const noPageFlaws = { complaints: [], flaws: [], tooWide: 0, reordered: [] };
