import type { BadgeProps, ButtonProps, LinkProps, PageProps, StaffKit, TableProps } from "../kit.ts";
import { notify } from "./notifications.tsx";
import { Dialog } from "./plain-dialog.tsx";
import { Checkbox, Select, TextArea, TextField } from "./plain-fields.tsx";
import { plainMarkup } from "./plain-markup.ts";

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
  ...plainMarkup,
  ...{ Page, Table, Badge, Button, Link, Dialog, TextField, TextArea, Select, Checkbox, notify },
};
