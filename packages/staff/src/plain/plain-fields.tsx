import { type ReactNode, useEffect, useRef } from "react";
import type { CheckboxProps, RadioGroupProps, SelectProps, TextAreaProps, TextFieldProps } from "../kit.ts";

/** Label, input, hint and problem. */
function Field({
  field: { id, label, hint, problem },
  isLabelHidden = false,
  children,
}: {
  readonly field: Pick<TextFieldProps, "id" | "label" | "hint" | "problem">;
  readonly isLabelHidden?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="field">
      <label className={isLabelHidden ? "unseen" : undefined} htmlFor={id}>
        {label}
      </label>
      {children}
      <div id={`${id}-message`} className="message">
        {hint !== undefined && <p className="text muted">{hint}</p>}
        {problem !== undefined && (
          <p className="text bad" role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/** The attributes that all inputs share. */
function inputAttributes({ id, value, isRequired, problem, maxLength, placeholder }: TextFieldProps) {
  return {
    ...{ id, value, maxLength, placeholder },
    "aria-required": isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-message`,
    autoComplete: "off",
  } as const;
}

export function TextField({ type = "text", onChange, ...field }: TextFieldProps) {
  return (
    <Field field={field} isLabelHidden={type === "search"}>
      <input
        {...inputAttributes({ ...field, onChange })}
        type={type === "amount" ? "text" : type}
        inputMode={type === "amount" ? "decimal" : undefined}
        // Without it, a browser keeps "1.5" to itself.
        step={type === "number" ? "any" : undefined}
        enterKeyHint={type === "search" ? "search" : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

export function TextArea({ rows, onChange, ...field }: TextAreaProps) {
  return (
    <Field field={field}>
      <textarea
        {...inputAttributes({ ...field, onChange })}
        rows={rows}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
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

export function RadioGroup({ label, value, options, onChange }: RadioGroupProps) {
  return (
    <fieldset className="stack close">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name="pay-index-choice"
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.title}</strong>
            <span className="text muted">{option.description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
