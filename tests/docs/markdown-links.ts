import { headingSlug } from "../../apps/docs/src/heading-slug.ts";

/** Where the links and pictures of a Markdown text lead, without those inside code. */
export function findLinks(markdown: string): string[] {
  const prose = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/`[^`]*`/g, "");
  const inline = [...prose.matchAll(/\]\(\s*<?([^\s)>]+)/g)];
  const references = [...prose.matchAll(/^\s*\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  const html = [...prose.matchAll(/\b(?:src|href)="([^"]+)"/g)];
  return [...inline, ...references, ...html].map(([, target = ""]) => target);
}

/** The anchors that a page has for its headings. */
export function findAnchors(markdown: string): Set<string> {
  const headings = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, text = ""]) => headingSlug(text)));
}
