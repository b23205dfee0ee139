import { Checkbox, Hint, Input, Label, RadioGroup, Select, Textarea } from "@medusajs/ui";
import { fieldAttributes, type StaffKit, type TextFieldProps } from "@pay-index/staff";
import { type ReactNode, useId } from "react";
import { ownDirection } from "./own-direction.ts";

interface FieldFrameProps extends Pick<TextFieldProps, "id" | "label" | "hint" | "problem"> {
  readonly children: ReactNode;
}

/** A field with its label, its hint and its problem. */
function FieldFrame({ id, label, hint, problem, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id}>{label}</Label>
      {children}
      <div id={`${id}-message`} className="flex flex-col gap-y-2 empty:hidden">
        {hint !== undefined && <Hint className={ownDirection}>{hint}</Hint>}
        {problem !== undefined && (
          <Hint variant="error" role="alert" className={`whitespace-pre-line break-words ${ownDirection}`}>
            {problem}
          </Hint>
        )}
      </div>
    </div>
  );
}

/** A field of a filter: small, with its label beside it. */
function FilterFrame({ id, label, children }: Pick<FieldFrameProps, "id" | "label" | "children">) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Label htmlFor={id} size="small" className="whitespace-nowrap">
        {label}
      </Label>
      {children}
    </div>
  );
}

/** Medusa's select accepts no empty value. */
const emptyValue = "-";

/** The fields of the staff app, with the components of Medusa's admin. */
export const fieldKit: Pick<StaffKit, "TextField" | "TextArea" | "Select" | "Checkbox" | "RadioGroup"> = {
  TextField: (field) => {
    const attributes = fieldAttributes(field);
    if (field.type === "search")
      return (
        // Wide enough for the longest placeholder. A phone has less space. An input of Medusa for searches has a button without a text.
        <div className="w-full min-w-0 sm:w-80">
          <Input {...attributes} type="text" size="small" role="searchbox" aria-label={field.label} />
        </div>
      );
    if (field.type === "date")
      return (
        <FilterFrame {...field}>
          <Input {...attributes} size="small" />
        </FilterFrame>
      );
    return (
      <FieldFrame {...field}>
        <Input {...attributes} />
      </FieldFrame>
    );
  },
  TextArea: ({ rows, ...field }) => (
    <FieldFrame {...field}>
      <Textarea {...fieldAttributes(field)} rows={rows} />
    </FieldFrame>
  ),
  Select: ({ id, label, value, options, onChange }) => (
    <FilterFrame id={id} label={label}>
      <Select
        size="small"
        value={value || emptyValue}
        onValueChange={(chosen) => onChange(chosen === emptyValue ? "" : chosen)}
      >
        <Select.Trigger id={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {options.map((option) => (
            <Select.Item key={option.value} value={option.value || emptyValue}>
              {option.text}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </FilterFrame>
  ),
  Checkbox: ({ label, isLabelHidden, isChecked, isDisabled = false, onChange }) => {
    const id = useId();
    const box = (
      <Checkbox
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        checked={isChecked === "mixed" ? "indeterminate" : isChecked}
        disabled={isDisabled}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
    );
    if (isLabelHidden) return box;
    return (
      <div className="flex items-center gap-x-3">
        {box}
        <Label htmlFor={id} size="small">
          {label}
        </Label>
      </div>
    );
  },
  RadioGroup: ({ label, value, options, onChange }) => (
    <RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <RadioGroup.ChoiceBox
          key={option.value}
          value={option.value}
          label={option.title}
          description={option.description}
        />
      ))}
    </RadioGroup>
  ),
};
