import type { MarkdownRenderer } from "vitepress";

/** Puts each table into a box that scrolls, also by keyboard, so that a wide table does not widen a phone's page. */
export function wrapTables(markdown: MarkdownRenderer, label: (relativePath: string) => string): void {
  markdown.renderer.rules.table_open = (_tokens, _index, _options, env) =>
    `<div class="table" tabindex="0" role="group" aria-label="${label(env.relativePath)}"><table>\n`;
  markdown.renderer.rules.table_close = () => "</table></div>\n";
}
