/** The longest line of a Markdown page. */
const maxLineLength = 120;

/** Breaks a paragraph, or an entry of a list, into lines: the first begins with `start`, the others with its blanks. Code stays whole. */
export function wrapMarkdown(text: string, start = ""): string {
  const [first = "", ...words] = text.match(/(?:`[^`]*`|[^\s`])+/g) ?? [];
  const lines = [start + first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= maxLineLength) lines[lines.length - 1] = longer;
    else lines.push(" ".repeat(start.length) + word);
  }
  return lines.join("\n");
}
