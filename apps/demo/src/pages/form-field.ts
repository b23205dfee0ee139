import { type Html, html } from "./html.ts";

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
  readonly autocomplete: string;
  readonly type?: "text" | "email" | "tel";
  readonly optional?: boolean;
  readonly digits?: { readonly most: number; readonly hint: string };
}

/** Renders a labelled input with its validation message. */
export function renderField({
  name,
  label,
  value = "",
  problem,
  autocomplete,
  type = "text",
  optional,
  digits,
}: FormField): Html {
  return html`<div class="field">
<label for="${name}">${label}${optional && html` <span class="quiet">(optional)</span>`}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
${digits && html`inputmode="numeric" maxlength="${digits.most}" placeholder="${digits.hint}"`} ${!optional && "required"} ${renderInvalidFieldAttributes(name, problem)}>
${renderFieldProblem(name, problem)}
</div>`;
}

/** Returns the attributes that connect an input with its message. */
export function renderInvalidFieldAttributes(name: string, problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`aria-invalid="true" aria-describedby="${name}-problem"`;
}

export function renderFieldProblem(name: string, problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" id="${name}-problem">${problem}</p>`;
}
