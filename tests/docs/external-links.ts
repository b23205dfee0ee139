import { findLinks } from "./markdown-links.ts";
import { markdownPages, readPage } from "./markdown-pages.ts";

/** Every address outside the project that a page links to, with the pages. Names that end in `.example` belong to nobody. */
export function findExternalLinks(): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, string[]>();
  for (const page of markdownPages)
    for (const link of findLinks(readPage(page))) {
      if (!/^https:\/\//.test(link) || new URL(link).hostname.endsWith(".example")) continue;
      const address = link.replace(/#.*/, "");
      links.set(address, [...(links.get(address) ?? []), page]);
    }
  return links;
}

export interface LinkResult {
  /** Whether the page is gone. A server that does not answer, or that refuses programs, can be there for readers. */
  readonly isGone: boolean;
  readonly text: string;
}

/** Asks for an address once more if the server does not answer. */
export async function askAddress(address: string, timeout = 20_000): Promise<LinkResult> {
  let text = "";
  for (let round = 0; round < 2; round += 1)
    try {
      const { status, body } = await fetch(address, {
        headers: { "user-agent": "Mozilla/5.0 (compatible; link check)" },
        signal: AbortSignal.timeout(timeout),
      });
      await body?.cancel();
      return { isGone: status === 404 || status === 410, text: String(status) };
    } catch (error) {
      text = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}`.trim() : String(error);
    }
  return { isGone: false, text };
}
