import type { MarkdownRenderer } from "vitepress";

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Joins lines that end or begin with a Chinese character. Browsers would display a space between them. */
export function joinChineseLines(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after("inline", "chinese-lines", ({ tokens }) => {
    for (const { children } of tokens) {
      for (const [index, token] of (children ?? []).entries()) {
        if (token.type !== "softbreak") continue;
        const before = children?.slice(0, index).findLast(({ content }) => content !== "")?.content ?? "";
        const after = children?.slice(index + 1).find(({ content }) => content !== "")?.content ?? "";
        if (!chinese.test(before.slice(-1)) && !chinese.test(after.slice(0, 1))) continue;
        token.type = "text";
        token.content = "";
      }
    }
  });
}
