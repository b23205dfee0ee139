/** Escaped markup. Only the template function below creates it. */
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

/** Escapes every value, except markup of the same template function. Quote the attributes. */
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
