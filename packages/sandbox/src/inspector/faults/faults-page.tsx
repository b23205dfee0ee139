import type { FaultKind, FaultRule } from "../../faults/fault.ts";
import { merchants } from "../../merchants.ts";
import { Field, Refusal, Sheet } from "../inspector-parts.tsx";
import { describeFaultCount } from "../texts/inspector-notices.ts";
import { faultCatalogue, faultGroups } from "./fault-catalogue.ts";
import { listFaultFields } from "./fault-fields.ts";
import { type FaultFormProblem, faultsPagePath, type ScopeChoice } from "./read-fault-form.ts";

interface FaultsPageProps {
  readonly rules: readonly FaultRule[];
  readonly choice: ScopeChoice;
  readonly problem?: FaultFormProblem;
  /** The message of a refused request. */
  readonly refused?: string;
}

/** Displays a form for each fault, and the active faults. */
export function FaultsPage({ rules, choice, problem, refused }: FaultsPageProps) {
  return (
    <>
      <h1>Faults</h1>
      <p class="lead">
        Make the gateway misbehave, and check that your shop handles it. A fault stays active until you remove
        it, or until its sales have arrived.
      </p>
      <Refusal says={refused} />
      <div id="live" data-says={describeFaultCount(rules.length)}>
        <ActiveFaults rules={rules} choice={choice} />
      </div>
      <ScopeForm choice={choice} />
      {Object.entries(faultGroups).map(([group, { title, faults }]) => (
        <section class="fault-group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{title}</h2>
          <ul class="faults">
            {(Object.keys(faults) as FaultKind[]).map((kind) => (
              <FaultForm kind={kind} choice={choice} problem={problem?.kind === kind ? problem : undefined} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface FaultFormProps {
  readonly kind: FaultKind;
  readonly choice: ScopeChoice;
  readonly problem: FaultFormProblem | undefined;
}

/** The form of one fault: its description, its fields and its button. */
function FaultForm({ kind, choice, problem }: FaultFormProps) {
  const { title, says } = faultCatalogue[kind];
  const fields = listFaultFields(kind);
  return (
    <li>
      <h3 id={`fault-${kind}`}>{title}</h3>
      <p id={`about-${kind}`}>{says}</p>
      <form method="post" action={faultsPagePath(choice)} aria-labelledby={`fault-${kind}`}>
        <input type="hidden" name="kind" value={kind} />
        {fields.length === 0 ? null : (
          <div class="bar">
            {fields.map(({ name, label, value = "", isNumber, choices }) => (
              <Field
                id={`${kind}-${name}`}
                name={name}
                label={label}
                choices={choices}
                value={problem?.typed[name] ?? value}
                inputmode={isNumber ? "decimal" : undefined}
                problem={problem?.field === name ? problem.says : undefined}
              />
            ))}
          </div>
        )}
        <button
          type="submit"
          class="second"
          aria-label={`${title}: set for ${choice.says}`}
          aria-describedby={`about-${kind}`}
        >
          Set for {choice.says}
        </button>
      </form>
    </li>
  );
}

function ActiveFaults({ rules, choice }: { rules: readonly FaultRule[]; choice: ScopeChoice }) {
  if (rules.length === 0) {
    return <p class="next">No fault is active: the gateway follows the protocol.</p>;
  }
  const removalPath = faultsPagePath(choice).replace("/faults", "/faults/remove");
  return (
    <Sheet id="active" title="Active faults">
      <ul class="rows">
        {rules.map(({ id, says, fault }) => (
          <li>
            <span>
              <strong>{faultCatalogue[fault.kind].title}.</strong> <span id={`rule-${id}`}>{says}</span>
            </span>
            <form method="post" action={removalPath}>
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
        <form method="post" action={removalPath}>
          <button type="submit" id="remove-all">
            Remove all
          </button>
        </form>
      ) : null}
    </Sheet>
  );
}

function ScopeForm({ choice: { query, says } }: { choice: ScopeChoice }) {
  const isOrder = query.of === "order";
  const scopes = [
    ...(isOrder ? [["order", says] as const] : []),
    ["next", "the next sale"],
    ["all", "every sale"],
    ...merchants.map(
      ({ id, variant }) => [`merchant-${id}`, `every sale of merchant ${id} (${variant})`] as const,
    ),
  ] as const;
  return (
    <form method="get" action="/faults" class="bar sheet" aria-label="For whom">
      <Field id="of" label="The faults below are for" choices={scopes} value={query.of} />
      {isOrder ? (
        <>
          <input type="hidden" name="order" value={query.order} />
          <input type="hidden" name="merchant" value={query.merchant ?? ""} />
        </>
      ) : null}
      <button type="submit" class="second">
        Choose
      </button>
    </form>
  );
}
