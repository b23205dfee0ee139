/** The names, written as code, that the rows of tables and the entries of lists begin with: `- \`name\` (…): what it is`. */
export function findMarkdownEntryNames(section: string): string[] {
  const entries = section.matchAll(/^(?:\| `([^`]+)` \||- `([^`]+)`(?: \((?:[^()]|\([^()]*\))*\))?: )/gm);
  return [...entries].map(([, row, entry]) => row ?? entry ?? "");
}
