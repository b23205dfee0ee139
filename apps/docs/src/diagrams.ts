import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

/** Without colours: `site.css` has them, so that a diagram follows light and dark mode without a script. */
const options = { transparent: true, padding: 8 };

/** Renders `mermaid` blocks as pictures when the site is built. The text after `mermaid` describes the picture. */
export function renderDiagrams(markdown: MarkdownRenderer): void {
  const renderOther = markdown.renderer.rules.fence;
  // biome-ignore lint/complexity/useMaxParams: markdown-it calls it with these parameters
  markdown.renderer.rules.fence = (tokens, index, settings, env, self) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const [language, ...words] = info.trim().split(/\s+/);
    if (language !== "mermaid") return renderOther?.(tokens, index, settings, env, self) ?? "";
    return diagramHtml(content, words.join(" "), markdown.utils.escapeHtml);
  };
}

export function diagramHtml(
  content: string,
  description: string,
  escapeHtml: (text: string) => string,
): string {
  if (description === "") throw new Error("A diagram needs a description after ```mermaid.");
  const svg = withoutStyle(renderMermaidSVG(content, options)).replace(
    "<svg ",
    `<svg role="img" aria-label="${escapeHtml(description)}" `,
  );
  return `<div class="diagram" tabindex="0" role="group" aria-label="${escapeHtml(description)}" v-pre>${svg}</div>\n`;
}

/**
 * Removes the style of a picture: it loads a font from another server, and Vue omits it in the browser only.
 * `site.css` has its variables.
 */
const withoutStyle = (svg: string) => svg.replace(/<style>[\s\S]*?<\/style>/g, "");
