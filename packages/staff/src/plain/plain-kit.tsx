import type {
  BadgeProps,
  ButtonProps,
  FactsProps,
  LinkProps,
  ListItemProps,
  ListProps,
  PageProps,
  RowProps,
  SectionProps,
  StackProps,
  StaffKit,
  TableProps,
  TextProps,
} from "../kit.ts";
import { notify } from "./notifications.tsx";
import { Dialog } from "./plain-dialog.tsx";
import { Checkbox, RadioGroup, Select, TextArea, TextField } from "./plain-fields.tsx";

function Page({ title, actions, testId, children }: PageProps) {
  return (
    <div className="page" data-testid={testId}>
      <header className="row spread">
        <h1>{title}</h1>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function Section({ title, badge, testId, children }: SectionProps) {
  return (
    <section className="card stack" aria-label={title} data-testid={testId}>
      {title !== undefined && (
        <header className="row spread">
          <h2>{title}</h2>
          {badge}
        </header>
      )}
      {children}
    </section>
  );
}

function Stack({ isClose = false, testId, children }: StackProps) {
  return (
    <div className={isClose ? "stack close" : "stack"} data-testid={testId}>
      {children}
    </div>
  );
}

function Row({ isSpread = false, testId, children }: RowProps) {
  return (
    <div className={isSpread ? "row spread" : "row"} data-testid={testId}>
      {children}
    </div>
  );
}

function Text({ look = "normal", role, id, lang, data, children }: TextProps) {
  return (
    <p className={`text ${look}`} role={role} id={id} lang={lang} {...data}>
      {children}
    </p>
  );
}

function Facts({ facts, isInline = false }: FactsProps) {
  return (
    <dl className={isInline ? "facts inline" : "facts"}>
      {facts.map(({ name, value, data }) => (
        <div key={name} {...data}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function List({ label, isOrdered = false, hasLines = false, children }: ListProps) {
  const Element = isOrdered ? "ol" : "ul";
  return (
    // Safari takes the role from lists without marks.
    <Element role="list" className={hasLines ? "list card lines" : "list"} aria-label={label}>
      {children}
    </Element>
  );
}

function ListItem({ data, selection, children }: ListItemProps) {
  return (
    <li {...data}>
      {selection}
      <div className="stack close">{children}</div>
    </li>
  );
}

function Table({ caption, columns, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with the keyboard, only an element with the focus can be scrolled.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields.
    <div className="scroll" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber = false }) => (
              <th key={name} scope="col" className={isNumber ? "number" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <TableRow key={cells.join(" ")} cells={cells} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({
  cells,
  columns,
}: { readonly cells: TableProps["rows"][number] } & Pick<TableProps, "columns">) {
  return (
    <tr>
      {columns.map(({ name, isNumber }, index) => {
        const Cell = index === 0 ? "th" : "td";
        return (
          <Cell
            key={name}
            scope={index === 0 ? "row" : undefined}
            className={isNumber ? "number" : undefined}
          >
            {cells[index]}
          </Cell>
        );
      })}
    </tr>
  );
}

function Badge({ tone, children }: BadgeProps) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

function Button({
  look = "secondary",
  isPending = false,
  isDisabled = false,
  label,
  onPress,
  children,
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${look}`}
      aria-label={label}
      aria-busy={isPending || undefined}
      disabled={isDisabled || isPending}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function Link({ to, label, isDownload = false, children }: LinkProps) {
  return (
    <a href={to} aria-label={label} download={isDownload ? "" : undefined}>
      {children}
    </a>
  );
}

/** The components of shops without an admin of their own: plain HTML, with the classes of the style sheets. */
export const plainKit: StaffKit = {
  ...{ Page, Section, Stack, Row, Text, Facts, List, ListItem, Table, Badge, Button, Link },
  ...{ Dialog, TextField, TextArea, Select, Checkbox, RadioGroup, notify },
};
