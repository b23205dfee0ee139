import type { Page } from "playwright-core";

/** Takes one picture of several ones, side by side, with a frame of the given width. */
export async function saveCombinedPicture(
  page: Page,
  pictures: readonly Buffer[],
  { path, frame }: { readonly path: string; readonly frame: number },
): Promise<void> {
  const images = pictures.map(
    (picture) => `<img alt="" src="data:image/png;base64,${picture.toString("base64")}">`,
  );
  const style = `margin: 0; padding: ${frame}px; display: inline-flex; gap: ${frame}px; background: #d9d0c3`;
  await page.setContent(`<body style="${style}">${images.join("")}</body>`);
  await page.locator("body").screenshot({ path });
}
