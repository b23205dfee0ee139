import { escapeHtml } from "./html.ts";
import type { PageLink, PageView } from "./page-input.ts";
import { isWaitingKind } from "./page-kinds.ts";
import { renderStatusIcon } from "./status-icon.ts";
import { stylesheet } from "./stylesheet.ts";

/** The HTML of a page. */
export interface RenderedPage {
  readonly html: string;
  /** The value of the header `Content-Security-Policy`. */
  readonly csp: string;
}

/** Renders the standard HTML of a page. It loads nothing, needs no cookie and contains no data of the order. Serve it with `cache-control: no-store`. */
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
<style>${stylesheet}</style>
</head>
<body>
<main>
${renderStatusIcon(kind)}
<h1>${escapeHtml(heading)}</h1>
${live}
${renderLinks(view)}</main>
</body>
</html>
`;
  return { html, csp };
}

function renderLinks({ kind, links, navigation }: PageView): string {
  if (links.length === 0) return "";
  return `<nav aria-label="${escapeHtml(navigation)}">\n${links.map((link, index) => renderLink(link, index === 0 && !isWaitingKind(kind))).join("\n")}\n</nav>\n`;
}

function renderLink({ href, text }: PageLink, isFirst: boolean): string {
  return `<a${isFirst ? ' class="first"' : ""} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
