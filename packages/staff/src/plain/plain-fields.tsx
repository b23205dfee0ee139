import { type ReactNode, useEffect, useRef } from "react";
import type { CheckboxProps, SelectProps, TextAreaProps, TextFieldProps } from "../kit.ts";
import { fieldAttributes } from "../markup.tsx";
import { plainMarkup } from "./plain-markup.ts";

/** Label, input, hint and problem. */
function Field({
  field: { id, label, hint, problem, type },
  children,
}: {
  readonly field: TextFieldProps;
  readonly children: ReactNode;
}) {
  return (
    <div className="field">
      <label className={type === "search" ? "unseen" : undefined} htmlFor={id}>
        {label}
      </label>
      {children}
      <plainMarkup.FieldMessage {...{ id, hint, problem }} />
    </div>
  );
}

export function TextField(field: TextFieldProps) {
  return (
    <Field field={field}>
      <input {...fieldAttributes(field)} />
    </Field>
  );
}

export function TextArea({ rows, ...field }: TextAreaProps) {
  return (
    <Field field={field}>
      <textarea {...fieldAttributes(field)} rows={rows} />
    </Field>
  );
}

export function Select({ id, label, value, options, onChange }: SelectProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Checkbox({ label, isLabelHidden = false, isChecked, isDisabled, onChange }: CheckboxProps) {
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
