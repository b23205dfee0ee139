import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

/** The colours are variables of the site, so that a diagram follows light and dark mode without a script. */
const colours = {
  bg: "var(--vp-c-bg)",
  fg: "var(--vp-c-text-1)",
  muted: "var(--vp-c-text-1)",
  line: "var(--vp-c-text-2)",
  accent: "var(--vp-c-brand-1)",
  surface: "var(--vp-c-bg-soft)",
  border: "var(--vp-c-text-3)",
  font: "inherit",
  transparent: true,
  padding: 8,
};

/** Renders `mermaid` blocks as pictures when the site is built. The text after `mermaid` describes the picture. */
export function renderDiagrams(markdown: MarkdownRenderer): void {
  const renderOther = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const [language, ...words] = info.trim().split(/\s+/);
    if (language !== "mermaid") return renderOther?.(tokens, index, options, env, self) ?? "";
    return diagramHtml(content, words.join(" "), markdown.utils.escapeHtml);
  };
}

export function diagramHtml(content: string, description: string, escape: (text: string) => string): string {
  if (description === "") throw new Error("A diagram needs a description after ```mermaid.");
  const svg = withoutWebFonts(renderMermaidSVG(content, colours)).replace(
    "<svg ",
    `<svg role="img" aria-label="${escape(description)}" `,
  );
  return `<div class="diagram" tabindex="0" role="group" aria-label="${escape(description)}" v-pre>${svg}</div>\n`;
}

/** The site loads nothing from other servers. */
const withoutWebFonts = (svg: string) => svg.replace(/@import url\([^)]*\);?/g, "");
