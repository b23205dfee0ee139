import type { MarkdownRenderer } from "vitepress";

/** Puts each table into a box that scrolls, also by keyboard, so that a wide table does not widen a phone's page. */
export function wrapTables(markdown: MarkdownRenderer, label: (relativePath: string) => string): void {
  // biome-ignore lint/complexity/useMaxParams: markdown-it calls it with these parameters
  markdown.renderer.rules.table_open = (_tokens, _index, _options, env) =>
    `<div class="table" tabindex="0" role="group" aria-label="${label(env.relativePath)}"><table>\n`;
  // An empty cell is the heading of nothing.
  markdown.core.ruler.after("inline", "empty-headings", ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      if (token.type === "inline" && token.content === "" && tokens[index - 1]?.tag === "th")
        for (const cell of [tokens[index - 1], tokens[index + 1]]) if (cell !== undefined) cell.tag = "td";
  });
  markdown.renderer.rules.table_close = () => "</table></div>\n";
}
