import { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { saveCombinedPicture } from "../../apps/demo/src/suite/save-combined-picture.ts";
import { createPageView, type PageInput, renderPage } from "../../packages/pages/src/index.ts";

/** The pages of the picture in docs/guides/pages.md, each with its colours. */
const shown: readonly (PageInput & { readonly colours: "light" | "dark" })[] = [
  { kind: "confirming", language: "en", addresses: { order: "/orders/7" }, colours: "light" },
  { kind: "placed", language: "en", addresses: { order: "/orders/7" }, colours: "dark" },
  { kind: "failed", language: "ar", addresses: { retry: "/retry/7" }, colours: "light" },
];

/** Takes a picture of the pages that buyers see, side by side. */
export async function takeBuyersPages(path: string): Promise<void> {
  await using browser = await openChromium();
  const pictures: Buffer[] = [];
  for (const { colours, ...input } of shown) {
    const look = { viewport: { width: 420, height: 470 }, colorScheme: colours } as const;
    // A picture of something that turns would differ each time.
    const page = await browser.newPage({ ...look, reducedMotion: "reduce" });
    await page.setContent(renderPage(createPageView(input)).html);
    pictures.push(await page.screenshot());
    await page.close();
  }
  const page = await browser.newPage({ viewport: { width: 1300, height: 500 } });
  await saveCombinedPicture(page, pictures, { path, frame: 0 });
}
