import type { FaultKind, FaultRule } from "../../faults/fault.ts";
import { merchants } from "../../merchants.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import { describeFaultCount, type InspectorNotice } from "../texts/inspector-notices.ts";
import { faultCatalogue } from "./fault-catalogue.ts";
import { type FaultGroup, faultGroupTitles } from "./fault-fields.ts";
import { FaultForm } from "./fault-form.tsx";
import { type FaultFormProblem, faultsPagePath, type ScopeChoice } from "./read-fault-form.ts";

export interface FaultsPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly rules: readonly FaultRule[];
  readonly choice: ScopeChoice;
  readonly problem?: FaultFormProblem;
  /** The message of a refused request. */
  readonly refused?: string;
}

/** Displays a form for each fault, and the active faults. */
export function FaultsPage({ signs, rules, choice, problem, refused }: FaultsPageProps) {
  const kinds = Object.keys(faultCatalogue) as FaultKind[];
  return (
    <InspectorFrame title="Faults" section="/faults" signs={signs}>
      <h1>Faults</h1>
      <p class="lead">
        Make the gateway misbehave, and check that your shop handles it. A fault stays active until you remove
        it, or until its sales have arrived.
      </p>
      {refused ? (
        <p class="notice bad" role="alert">
          {refused}
        </p>
      ) : null}
      <div id="live" data-says={describeFaultCount(rules.length)}>
        <ActiveFaults rules={rules} choice={choice} />
      </div>
      <ScopeForm choice={choice} />
      {(Object.keys(faultGroupTitles) as FaultGroup[]).map((group) => (
        <section class="fault-group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{faultGroupTitles[group]}</h2>
          <ul class="faults">
            {kinds
              .filter((kind) => faultCatalogue[kind].group === group)
              .map((kind) => (
                <FaultForm kind={kind} choice={choice} {...(problem?.kind === kind ? { problem } : {})} />
              ))}
          </ul>
        </section>
      ))}
    </InspectorFrame>
  );
}

function ActiveFaults({ rules, choice }: { rules: readonly FaultRule[]; choice: ScopeChoice }) {
  if (rules.length === 0) {
    return <p class="next">No fault is active: the gateway follows the protocol.</p>;
  }
  return (
    <section class="sheet" aria-labelledby="active">
      <h2 id="active">Active faults</h2>
      <ul class="rows">
        {rules.map(({ id, says, fault }) => (
          <li>
            <span>
              <strong>{faultCatalogue[fault.kind].title}.</strong> <span id={`rule-${id}`}>{says}</span>
            </span>
            <form method="post" action={faultsPagePath(choice).replace("/faults", "/faults/remove")}>
              <button
                type="submit"
                class="second"
                id={`remove-${id}`}
                name="id"
                value={id}
                aria-label={`Remove ${faultCatalogue[fault.kind].title}`}
                aria-describedby={`rule-${id}`}
              >
                Remove
              </button>
            </form>
          </li>
        ))}
      </ul>
      {rules.length > 1 ? (
        <form method="post" action={faultsPagePath(choice).replace("/faults", "/faults/remove")}>
          <button type="submit" id="remove-all">
            Remove all
          </button>
        </form>
      ) : null}
    </section>
  );
}

function ScopeForm({ choice }: { choice: ScopeChoice }) {
  const { of } = choice.query;
  const scopes = [
    ["next", "the next sale"],
    ["all", "every sale"],
    ...merchants.map(
      ({ id, variant }) => [`merchant-${id}`, `every sale of merchant ${id} (${variant})`] as const,
    ),
  ] as const;
  return (
    <form method="get" action="/faults" class="bar sheet" aria-label="For whom">
      <div>
        <label for="of">The faults below are for</label>
        <select id="of" name="of">
          {of === "order" ? (
            <option value="order" selected>
              {choice.says}
            </option>
          ) : null}
          {scopes.map(([value, says]) => (
            <option value={value} selected={value === of}>
              {says}
            </option>
          ))}
        </select>
      </div>
      {of === "order" ? (
        <>
          <input type="hidden" name="order" value={choice.query.order} />
          <input type="hidden" name="merchant" value={choice.query.merchant ?? ""} />
        </>
      ) : null}
      <button type="submit" class="second">
        Choose
      </button>
    </form>
  );
}
