/** Markup that is safe to send. Only the template below makes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Everything put into the template is escaped, unless the template made it itself. Attributes need their quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const filled = texts.map((text, index) => text + (index < parts.length ? markupOf(parts[index]) : ""));
  return new Html(filled.join(""));
}

function markupOf(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(markupOf).join("");
  return String(part).replace(/[&<>"']/g, (found) => entities[found] ?? "");
}
