import { type AbilityDeclarations, abilities, abilityNames, findNotApplicableReason } from "./abilities.ts";
import { findSkipReason, listRuns } from "./conformance.ts";
import { scenarios } from "./scenarios/index.ts";

/** Returns, as Markdown, the documentation table of the declared abilities of each host, by the name of the host. */
export function capabilityTable(hosts: Readonly<Record<string, AbilityDeclarations>>): string {
  const names = Object.keys(hosts);
  const reasons = new ReasonFootnotes();
  const columns = Object.values(hosts);
  const abilityRows = abilityNames.map((ability) => {
    const cells = columns.map((declared) => reasons.cell(findNotApplicableReason(declared[ability])));
    return [abilities[ability].what + (abilities[ability].required ? " (required)" : ""), ...cells];
  });
  const scenarioRows = Object.entries(scenarios).map(([id, scenario]) => {
    const cells = columns.map((declared) => {
      const each = listRuns(scenario).map((run) => findSkipReason({ abilities: declared }, scenario, run));
      // A scenario that runs for at least one variant counts as run.
      return reasons.cell(each.every((reason) => reason !== undefined) ? each[0] : undefined);
    });
    return [`\`${id}\``, ...cells];
  });
  const promises = Object.entries(scenarios).map(
    ([id, { title, cites }]) => `- \`${id}\`: ${title} (${cites.join(", ")}).`,
  );
  return [
    "## What a host offers",
    renderMarkdownTable(["It …", ...names], abilityRows),
    "## What each scenario shows",
    promises.join("\n"),
    "## Which host passes it",
    renderMarkdownTable(["Scenario", ...names], scenarioRows),
    ...reasons.notes(),
  ].join("\n\n");
}

/** The footnotes with the distinct reasons, numbered. */
class ReasonFootnotes {
  readonly #known: string[] = [];

  cell(reason: string | undefined): string {
    if (reason === undefined) return "✔";
    if (!this.#known.includes(reason)) this.#known.push(reason);
    return `– (${this.#known.indexOf(reason) + 1})`;
  }

  notes(): string[] {
    if (this.#known.length === 0) return [];
    return ["## Not applicable", this.#known.map((reason, index) => `${index + 1}. ${reason}`).join("\n")];
  }
}

function renderMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
