import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Joins lines that end or begin with a Chinese character. Browsers would display a space between them. */
export function joinChineseLines(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after("inline", "chinese-lines", ({ tokens }) => {
    for (const { children } of tokens) joinLines(children ?? []);
  });
}

function joinLines(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "softbreak") continue;
    const before = tokens.slice(0, index).map(({ content }) => content);
    const after = tokens.slice(index + 1).map(({ content }) => content);
    const neighbours = [before.join("").slice(-1), after.join("").slice(0, 1)];
    if (neighbours.some((character) => chinese.test(character))) token.type = "text";
  }
}
