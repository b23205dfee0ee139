import type { ApiEntryPoint } from "./api-entry-points.ts";

/** Returns the text of a page as the site has it: with a heading that users import, and the exports of other entry points as one list. */
export function renderApiPage({ name }: Pick<ApiEntryPoint, "name">, text: string): string {
  const [, ...lines] = text.split("\n");
  const body = nameAnchors(listReferences(lines.join("\n").trim()));
  return `# \`${name}\`\n\n${renderApiIntroduction(name)}\n\n${body}\n`;
}

/** The sentence that says what the reader gets. */
export const renderApiIntroduction = (name: string) =>
  `Everything that you can import from \`${name}\`, with types, units and errors, as its sources describe it.`;

/** Gives a heading the anchor that TypeDoc's links use. The site would count names that are in tables differently. */
const nameAnchors = (text: string) => text.replace(/^<a id="([^"]+)"><\/a>\n\n(#+ .+)$/gm, "$2 {#$1}");

export const apiIndexTitle = "Exports";

const indexIntroduction =
  "Each of these pages lists everything that you can import by one name, with types, units and errors.";

/** Returns the page that lists all entry points, by package. */
export function renderApiIndexPage(entries: readonly ApiEntryPoint[]): string {
  const packages = new Map<string, ApiEntryPoint[]>();
  for (const entry of entries)
    packages.set(entry.description, [...(packages.get(entry.description) ?? []), entry]);
  const lists = [...packages].map(([description, group]) => {
    const links = group.map(({ name, slug }) => `- [\`${name}\`](${slug}.md)`);
    return `${description}:\n\n${links.join("\n")}`;
  });
  return `# ${apiIndexTitle}\n\n${indexIntroduction}\n\n${lists.join("\n\n")}\n`;
}

/** A reference has only a link, so all of them fit into one list. */
function listReferences(text: string): string {
  const [own = "", references] = text.split(/^## References$/m);
  if (references === undefined) return text;
  const links = [...references.matchAll(/^(?:Re-exports|Renames and re-exports) (\[.+\]\(.+\))$/gm)].map(
    ([, link = ""]) => `- ${link}`,
  );
  return `${own.replace(/\*\*\*\s*$/, "").trim()}\n\n## Exports that another page describes\n\n${links.join("\n")}`;
}
