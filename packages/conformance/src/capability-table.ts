import {
  type Ability,
  type AbilityDeclarations,
  abilities,
  abilityNames,
  readNotApplicableReason,
} from "./abilities.ts";
import type { ScenarioResults } from "./scenario-results.ts";
import { scenarios } from "./scenarios/index.ts";

/** What the documentation table says about a host. */
export interface HostAbilitiesAndResults {
  readonly abilities: AbilityDeclarations;
  /** The results of its last run. Undefined: there was none. */
  readonly results: ScenarioResults | undefined;
}

/**
 * Returns, as Markdown, the documentation table of the hosts, by the name of the host. A host has a mark only for what its last run
 * showed: an ability has one if every scenario that needs it passed.
 */
export function renderCapabilityTable(hosts: Readonly<Record<string, HostAbilitiesAndResults>>): string {
  const names = Object.keys(hosts);
  const reasons = new ReasonFootnotes();
  const columns = Object.values(hosts);
  const abilityRows = abilityNames.map((ability) => [
    abilities[ability].what + (abilities[ability].required ? " (required)" : ""),
    ...columns.map((host) => abilityCell(host, ability, reasons)),
  ]);
  const scenarioRows = Object.keys(scenarios).map((id) => [
    `\`${id}\``,
    ...columns.map((host) => scenarioCell(host, id, reasons)),
  ]);
  const recordedRows = Object.entries(scenarios)
    .filter(([, { underQuirks }]) => underQuirks !== undefined)
    .map(([id]) => [`\`${id}\``, ...columns.map((host) => recordedCell(host, id, reasons))]);
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
    "## Which host passes it at the recorded gateway",
    renderMarkdownTable(["Recorded", ...names], recordedRows),
    ...reasons.notes(),
  ].join("\n\n");
}

const passedMark = "✔";
const failedMark = "✘";
const notRunMark = "?";

function scenarioCell({ results }: HostAbilitiesAndResults, id: string, reasons: ReasonFootnotes): string {
  const result = results?.[id];
  if (result === undefined) return notRunMark;
  if ("notApplicable" in result) return reasons.cell(result.notApplicable);
  return "passed" in result ? passedMark : failedMark;
}

/** A result of the time before the scenario ran with the recorded gateway does not count these runs. */
function recordedCell(host: HostAbilitiesAndResults, id: string, reasons: ReasonFootnotes): string {
  const result = host.results?.[id];
  const isOlder = result !== undefined && "passed" in result && result.recorded === undefined;
  return isOlder ? notRunMark : scenarioCell(host, id, reasons);
}

function abilityCell(host: HostAbilitiesAndResults, ability: Ability, reasons: ReasonFootnotes): string {
  const reason = readNotApplicableReason(host.abilities[ability]);
  if (reason !== undefined) return reasons.cell(reason);
  const results = scenariosThatNeed(ability).map((id) => host.results?.[id]);
  if (results.some((result) => result !== undefined && "failed" in result)) return failedMark;
  return results.includes(undefined) ? notRunMark : passedMark;
}

/** Returns the ids of the scenarios that need an ability. All need an ability that none names, such as a shop that can be stopped. */
function scenariosThatNeed(ability: Ability): string[] {
  const all = Object.entries(scenarios);
  const needing = all.filter(([, { needs = [], variants = ["hosted"] }]) =>
    [...needs, ...variants].includes(ability),
  );
  return (needing.length > 0 ? needing : all).map(([id]) => id);
}

/** The footnotes with the distinct reasons, numbered. */
class ReasonFootnotes {
  readonly #known: string[] = [];

  cell(reason: string): string {
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
