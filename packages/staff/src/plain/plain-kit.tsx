import { useEffect, useRef } from "react";
import type { BadgeProps, ButtonProps, CheckboxProps, LinkProps, PageProps, StaffKit } from "../kit.ts";
import { createTable } from "../markup.tsx";
import { notify } from "./notifications.tsx";
import { Dialog } from "./plain-dialog.tsx";
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

const Table = createTable(
  { frame: "scroll", caption: undefined, number: "number", text: undefined },
  {
    ...{ Root: "table", Caption: "caption", Head: "thead", Body: "tbody", Row: "tr" },
    ...{ ColumnHead: "th", RowHead: "th", Cell: "td" },
  },
);

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

function Checkbox({ label, isLabelHidden = false, isChecked, isDisabled, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isChecked === "mixed";
  }, [isChecked]);
  return (
    <label className="check">
      <input
        ref={input}
        type="checkbox"
        checked={isChecked === true}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={isLabelHidden ? "unseen" : undefined}>{label}</span>
    </label>
  );
}

/** The components of shops without an admin of their own: plain HTML, with the classes of the style sheets. */
export const plainKit: StaffKit = {
  ...plainMarkup,
  ...{ Page, Table, Badge, Button, Link, Dialog, Checkbox, notify },
};
