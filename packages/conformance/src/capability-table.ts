import { abilities, abilityNames, type Declared, reasonOf } from "./abilities.ts";
import { runsOf, whyNot } from "./conformance.ts";
import { scenarios } from "./scenarios/index.ts";

/** By name, what each host declares: the page of the documentation that says what is shown to hold where, as Markdown. */
export function capabilityTable(hosts: Readonly<Record<string, Declared>>): string {
  const names = Object.keys(hosts);
  const reasons = new Reasons();
  const columns = Object.values(hosts);
  const abilityRows = abilityNames.map((ability) => {
    const cells = columns.map((declared) => reasons.cell(reasonOf(declared[ability])));
    return [abilities[ability].what + (abilities[ability].required ? " (required)" : ""), ...cells];
  });
  const scenarioRows = Object.entries(scenarios).map(([id, scenario]) => {
    const cells = columns.map((declared) => {
      const each = runsOf(scenario).map((run) => whyNot({ abilities: declared }, scenario, run));
      // Played for one variant at least, it is played.
      return reasons.cell(each.every((reason) => reason !== undefined) ? each[0] : undefined);
    });
    return [`\`${id}\``, ...cells];
  });
  const promises = Object.entries(scenarios).map(
    ([id, { title, cites }]) => `- \`${id}\`: ${title} (${cites.join(", ")}).`,
  );
  return [
    "## What a host offers",
    table(["It …", ...names], abilityRows),
    "## What each scenario shows",
    promises.join("\n"),
    "## Which host passes it",
    table(["Scenario", ...names], scenarioRows),
    ...reasons.notes(),
  ].join("\n\n");
}

/** Each reason once, by number. */
class Reasons {
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
