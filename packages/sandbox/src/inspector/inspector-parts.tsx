import type { Child } from "hono/jsx";
import { FieldProblem, type PostedForm } from "./inspector-page.tsx";

/** A part of a page with a heading, which also names it. */
export function Sheet({ id, title, children }: { id: string; title: string; children?: Child }) {
  return (
    <section class="sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export interface TableRow {
  /** The identity of the row, so that the script marks a new one. */
  readonly item?: string;
  readonly cells: readonly Child[];
}

/** A table, or cards on a narrow screen. */
export function CardTable({ head, rows }: { head: readonly string[]; rows: readonly TableRow[] }) {
  return (
    <table class="cards">
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, cells }) => (
          <tr data-item={item}>
            {cells.map((cell, column) => (
              <td data-label={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Fact = readonly [name: Child, value: Child];

/** Names with values. A value that is missing leaves out its name. */
export function Facts({ look = "facts", rows }: { look?: string; rows: readonly Fact[] }) {
  return (
    <dl class={look}>
      {rows.map(([name, value]) =>
        value ? (
          <>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </>
        ) : null,
      )}
    </dl>
  );
}

/** The fields of a message, as they were sent. */
export function FieldList({ fields }: { fields: readonly (readonly [string, string])[] }) {
  const rows = fields.map(
    ([name, value]) =>
      [<code>{name}</code>, value === "" ? <span class="quiet">empty</span> : value] as const,
  );
  return <Facts look="facts fields" rows={rows} />;
}

export interface FieldProps {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  /** The values of a list, with their texts. Without them, the field is for text. */
  readonly choices?: readonly (readonly [value: string, text: string])[] | undefined;
  readonly value?: string | undefined;
  readonly inputmode?: "numeric" | "decimal" | "url" | undefined;
  readonly required?: boolean;
  readonly problem?: string | undefined;
}

/** A field of a form with its label, and with the message if its value is invalid. */
export function Field({ id, name = id, label, choices, value, problem, ...input }: FieldProps) {
  const state = problem
    ? { "aria-invalid": "true" as const, "aria-describedby": `${id}-problem`, autofocus: true }
    : {};
  return (
    <div>
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} name={name} {...state}>
          {choices.map(([choice, text]) => (
            <option value={choice} selected={choice === value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} name={name} value={value} autocomplete="off" {...input} {...state} />
      )}
      {problem ? (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** The message of a refused form, unless one of its fields displays it. */
export function Refusal({ posted }: { posted: PostedForm | undefined }) {
  if (posted?.says === undefined || posted.error instanceof FieldProblem) return null;
  return (
    <p class="notice bad" role="alert">
      {posted.says}
    </p>
  );
}

/** A link for browsers without scripts. */
export function ReloadHint({ href }: { href: string }) {
  return (
    <noscript>
      <p class="quiet">
        Without scripts this page does not change by itself: <a href={href}>load it again</a>.
      </p>
    </noscript>
  );
}
