import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { repositoryRoot, repositoryUrl } from "./site-facts.ts";
import { generatedPages, pageAddress, pageSources } from "./site-pages.ts";

const pages: ReadonlySet<string> = new Set([...pageSources, ...generatedPages]);

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/**
 * Rewrites the links of the Markdown files, which are paths in the repository, to addresses of the site.
 * A link to a file that is no page leads to the repository. Without an address of the repository, its text stays.
 */
export function addPageLinkRewriting(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after("inline", "page-links", ({ tokens, env, Token }) => {
    const file: string | undefined = env.realPath ?? env.path;
    // VitePress also parses single texts, such as the title of a page.
    if (file === undefined) return;
    const source = relative(repositoryRoot, file);
    for (const token of tokens) {
      if (token.children === null) continue;
      rewriteLinks(token.children, source);
      token.children = token.children.flatMap((child) => {
        if (child.type !== "code_inline" || !pages.has(child.content)) return [child];
        // A README on npm cannot link to the pages, so it names them as code, such as `docs/guides/refund.md`.
        const open = new Token("link_open", "a", 1);
        open.attrSet("href", pageAddress(child.content));
        return [open, child, new Token("link_close", "a", -1)];
      });
    }
  });
}

function rewriteLinks(tokens: Token[], source: string): void {
  let isPlain = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = siteLink(token.attrGet("href") ?? "", source);
      isPlain = href === undefined;
      if (href === undefined) makePlain(token);
      else token.attrSet("href", href);
    } else if (token.type === "link_close" && isPlain) {
      makePlain(token);
      isPlain = false;
    }
  }
}

/** Hides the tag of a link, so that only its text is displayed. */
function makePlain(token: Token): void {
  token.type = "text";
  token.content = "";
  token.tag = "";
}

/** Returns the link for the site, or undefined if nothing of the site or the repository can be linked. */
export function siteLink(href: string, source: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const target = join(dirname(source), path).replace(/\/$/, "");
  const page = [target, `${target}/README.md`].find((each) => pages.has(each));
  if (page !== undefined) return pageAddress(page) + hash;
  const file = join(repositoryRoot, target);
  if (!existsSync(file)) throw new Error(`${source} links to ${href}, which does not exist.`);
  if (repositoryUrl === undefined) return undefined;
  return `${repositoryUrl}/${statSync(file).isDirectory() ? "tree" : "blob"}/main/${target}${hash}`;
}
