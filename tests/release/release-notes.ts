/** The entries of one version in the changelogs of all packages, each once. */
export function releaseNotes(changelogs: Iterable<string>, version: string): string {
  const entries = new Set<string>();
  for (const changelog of changelogs) {
    const [, section = ""] = changelog.split(`\n## ${version}\n`);
    const [own = ""] = section.split(/\n## /, 1);
    // Each entry is an item of a list, and its other lines are indented.
    for (const entry of own.split(/\n(?=- )/).slice(1)) {
      const text = entry.replace(/\n### [\s\S]*$/, "").trimEnd();
      if (!text.startsWith("- Updated dependencies")) entries.add(withoutCommit(text));
    }
  }
  return `${[...entries].join("\n")}\n`;
}

/** Changesets put the commit before each entry. GitHub shows it elsewhere. */
const withoutCommit = (entry: string) => entry.replace(/^- [0-9a-f]{7,40}: /, "- ");
