import { escapeHtml } from "./html.ts";
import { markOf } from "./mark.ts";
import { isWait, type Link, type PageView } from "./page.ts";
import { style } from "./style.ts";

export interface RenderedPage {
  readonly html: string;
  /** For the header `Content-Security-Policy`. */
  readonly csp: string;
}

/** Our own look of a page: nothing but itself to load, no cookie, nothing about the order. Serve it with `no-store`. */
export function renderPage(view: PageView): RenderedPage {
  const { kind, tag, direction, heading, head, live, csp } = view;
  const html = `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
${head}
<style>${style}</style>
</head>
<body>
<main>
${markOf(kind)}
<h1>${escapeHtml(heading)}</h1>
${live}
${linksOf(view)}</main>
</body>
</html>
`;
  return { html, csp };
}

function linksOf({ kind, links, navigation }: PageView): string {
  if (links.length === 0) return "";
  return `<nav aria-label="${escapeHtml(navigation)}">\n${links.map((link, index) => anchor(link, index === 0 && !isWait(kind))).join("\n")}\n</nav>\n`;
}

function anchor({ href, text }: Link, isFirst: boolean): string {
  return `<a${isFirst ? ' class="first"' : ""} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
