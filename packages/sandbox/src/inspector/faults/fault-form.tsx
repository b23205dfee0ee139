import type { FaultKind } from "../../faults/fault.ts";
import { faultCatalogue } from "./fault-catalogue.ts";
import type { FaultField } from "./fault-fields.ts";
import { type FaultFormProblem, faultsPagePath, type ScopeChoice } from "./read-fault-form.ts";

export interface FaultFormProps {
  readonly kind: FaultKind;
  readonly choice: ScopeChoice;
  readonly problem?: FaultFormProblem;
}

/** The form of one fault: its description, its fields and its button. */
export function FaultForm({ kind, choice, problem }: FaultFormProps) {
  const { title, says, fields } = faultCatalogue[kind];
  return (
    <li>
      <h3 id={`fault-${kind}`}>{title}</h3>
      <p id={`about-${kind}`}>{says}</p>
      <form method="post" action={faultsPagePath(choice)} aria-labelledby={`fault-${kind}`}>
        <input type="hidden" name="kind" value={kind} />
        {fields.length === 0 ? null : (
          <div class="bar">
            {fields.map((field) => (
              <FaultInputField
                kind={kind}
                field={field}
                problem={problem?.field === field.name ? problem : undefined}
                typed={problem?.typed}
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

interface FaultInputFieldProps {
  readonly kind: FaultKind;
  readonly field: FaultField;
  readonly problem: FaultFormProblem | undefined;
  readonly typed: FaultFormProblem["typed"] | undefined;
}

function FaultInputField({ kind, field, problem, typed }: FaultInputFieldProps) {
  const id = `${kind}-${field.name}`;
  return (
    <div>
      <label for={id}>{field.label}</label>
      {field.input === "choice" ? (
        <select id={id} name={field.name}>
          {field.choices.map(([value, label]) => (
            <option value={value} selected={typed?.[field.name] === value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={field.name}
          value={typed?.[field.name] ?? field.value}
          autocomplete="off"
          {...(field.input === "number" ? { inputmode: "decimal" } : {})}
          {...(problem
            ? { "aria-invalid": "true", "aria-describedby": `${id}-problem`, autofocus: true }
            : {})}
        />
      )}
      {problem ? (
        <p class="problem" id={`${id}-problem`}>
          {problem.says}
        </p>
      ) : null}
    </div>
  );
}
