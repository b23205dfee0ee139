import { type FaultDescription, listFaultDescriptions } from "../../fault-descriptions.ts";
import type { FaultInput, FaultRule } from "../../faults/fault.ts";
import { faultGroups } from "../../faults/fault-text.ts";
import { merchants } from "../../merchants.ts";
import type { AppContext } from "../../server/app.ts";
import { wordTitle } from "../../word-title.ts";
import {
  type InspectorDependencies,
  type InspectorPage,
  type PostedForm,
  problemOf,
} from "../inspector-page.tsx";
import { Field, Refusal, Sheet } from "../inspector-parts.tsx";
import { describeFaultCount } from "../texts/inspector-notices.ts";
import { listFaultFields, readFaultForm, readScopeChoice, type ScopeChoice } from "./fault-form.ts";

/** The page of the faults: the active ones, and a form for each. */
export function createFaultsPage({ control }: InspectorDependencies): InspectorPage {
  const scopeOf = (c: AppContext) => readScopeChoice((name) => c.req.query(name));
  /** Adds a fault to those of its scope. Replaces a fault of the same kind. */
  const add = async ({ scope, query }: ScopeChoice, fault: FaultInput) => {
    const standing = (await control.faults())
      .filter((rule) => isOfScope(rule, query) && rule.fault.kind !== fault.kind)
      .map((rule) => rule.fault);
    return control.setFaults(scope, [...standing, fault]);
  };
  return {
    path: "/faults",
    section: "/faults",
    async show(c, posted) {
      const rules = await control.faults();
      const content = <FaultsPage rules={rules} choice={scopeOf(c)} posted={posted} />;
      return { title: "Faults", content };
    },
    act(c, action, form) {
      if (action === "remove") return control.clearFaults(form.get("id") ?? undefined);
      const fault = action === "set" ? readFaultForm(form) : undefined;
      return fault && add(scopeOf(c), fault);
    },
  };
}

function isOfScope({ scope }: FaultRule, { of, order, merchant }: ScopeChoice["query"]): boolean {
  switch (scope.of) {
    case "order":
      return of === "order" && scope.orderId === order && scope.merchantId === merchant;
    case "merchant":
      return of === `merchant-${scope.merchantId}`;
    default:
      return scope.of === of;
  }
}

interface ScopeAndForm {
  readonly choice: ScopeChoice;
  readonly posted: PostedForm | undefined;
}

function FaultsPage({ rules, choice, posted }: ScopeAndForm & { rules: readonly FaultRule[] }) {
  const all = listFaultDescriptions();
  return (
    <>
      <h1>Faults</h1>
      <p class="lead">
        Make the gateway misbehave, and check that your shop handles it. A fault stays active until you remove
        it, or until its sales have arrived.
      </p>
      <Refusal posted={posted} />
      <div id="live" data-says={describeFaultCount(rules.length)}>
        <ActiveFaults rules={rules} choice={choice} />
      </div>
      <ScopeForm choice={choice} />
      {Object.entries(faultGroups).map(([title, kinds], group) => (
        <section class="fault-group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{title}</h2>
          <ul class="faults">
            {all
              .filter(({ kind }) => kind in kinds)
              .map((fault) => (
                <FaultForm fault={fault} choice={choice} posted={posted} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The form of one fault: its description, its fields and its button. */
function FaultForm({ fault, choice, posted }: ScopeAndForm & { fault: FaultDescription }) {
  const { kind, says } = fault;
  const title = wordTitle(kind);
  const fields = listFaultFields(fault);
  const own = posted?.form.get("kind") === kind ? posted : undefined;
  return (
    <li>
      <h3 id={`fault-${kind}`}>{title}</h3>
      <p id={`about-${kind}`}>{says}</p>
      <form
        method="post"
        action={`/faults/set?${new URLSearchParams(choice.query)}`}
        aria-labelledby={`fault-${kind}`}
      >
        <input type="hidden" name="kind" value={kind} />
        {fields.length === 0 ? null : (
          <div class="bar">
            {fields.map(({ name, label, type, value = "", choices }) => (
              <Field
                id={`${kind}-${name}`}
                name={name}
                label={label}
                choices={choices}
                value={own?.form.get(name) ?? value}
                inputmode={type === "number" ? "decimal" : undefined}
                problem={problemOf(own, name)}
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
  if (rules.length === 0) return <p class="next">No fault is active: the gateway follows the protocol.</p>;
  const removalPath = `/faults/remove?${new URLSearchParams(choice.query)}`;
  return (
    <Sheet id="active" title="Active faults">
      <ul class="rows">
        {rules.map(({ id, says, fault }) => (
          <li>
            <span id={`rule-${id}`}>{says}</span>
            <form method="post" action={removalPath}>
              <button
                type="submit"
                class="second"
                id={`remove-${id}`}
                name="id"
                value={id}
                aria-label={`Remove ${wordTitle(fault.kind)}`}
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
