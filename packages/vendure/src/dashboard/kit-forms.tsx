import type {
  CheckboxProps,
  DialogProps,
  RadioGroupProps,
  SelectProps,
  TextAreaProps,
  TextFieldProps,
} from "@pay-index/staff";
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  Button,
  Checkbox as DashboardCheckbox,
  Dialog as DashboardDialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  Input,
  Label,
  NativeSelect,
  NativeSelectOption,
  Textarea,
} from "@vendure/dashboard";
import { type ReactNode, useId } from "react";

/*
 * The dialogs and fields of the staff app, made of the dashboard's own components.
 */

const formDialog = {
  Root: DashboardDialog,
  Content: DialogContent,
  Header: DialogHeader,
  Title: DialogTitle,
  Description: DialogDescription,
  Footer: DialogFooter,
};

const questionDialog = {
  Root: AlertDialog,
  Content: AlertDialogContent,
  Header: AlertDialogHeader,
  Title: AlertDialogTitle,
  Description: AlertDialogDescription,
  Footer: AlertDialogFooter,
};

export function Dialog({ title, description, children, onClose, ...form }: DialogProps) {
  const { submit, cancel, isPending, isQuestion = false, problem, onSubmit } = form;
  const parts = isQuestion ? questionDialog : formDialog;
  return (
    <parts.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <parts.Content className="max-h-[90dvh] overflow-y-auto">
        <parts.Header>
          <parts.Title>{title}</parts.Title>
          <parts.Description>{description}</parts.Description>
        </parts.Header>
        <form
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            // The page behind the dialog is a form as well.
            event.preventDefault();
            event.stopPropagation();
            onSubmit();
          }}
        >
          {children}
          <Problem id="pay-index-problem" text={problem} />
          <parts.Footer>
            <Button type="button" variant="outline" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" aria-busy={isPending || undefined} disabled={isPending}>
              {submit}
            </Button>
          </parts.Footer>
        </form>
      </parts.Content>
    </parts.Root>
  );
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p
      id={id}
      role="alert"
      className="whitespace-pre-line wrap-anywhere border-s-2 border-destructive ps-2 text-sm font-medium"
    >
      {text}
    </p>
  );
}

type AnyFieldProps = TextFieldProps | TextAreaProps;

/** The label above a field, and its hint and problem below. */
function Field({
  field: { id, label, hint, problem },
  isLabelHidden = false,
  children,
}: {
  readonly field: AnyFieldProps;
  readonly isLabelHidden?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 space-y-2">
      <Label htmlFor={id} className={isLabelHidden ? "sr-only" : undefined}>
        {label}
      </Label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground wrap-anywhere">
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

/** The attributes of the element that takes the focus. */
function toElementProps({ id, value, hint, problem, isRequired, maxLength, placeholder }: AnyFieldProps) {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return {
    ...{ id, value, maxLength, placeholder },
    "aria-required": isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": described || undefined,
  };
}

export function TextField({ type = "text", ...field }: TextFieldProps) {
  return (
    <Field field={field} isLabelHidden={type === "search"}>
      <Input
        {...toElementProps(field)}
        type={type === "amount" ? "text" : type}
        inputMode={type === "amount" ? "decimal" : undefined}
        className={type === "search" ? "w-full sm:w-80" : undefined}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Field>
  );
}

export function TextArea({ rows, ...field }: TextAreaProps) {
  return (
    <Field field={{ rows, ...field }}>
      <Textarea
        {...toElementProps({ rows, ...field })}
        rows={rows}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Field>
  );
}

export function Select({ id, label, value, options, onChange }: SelectProps) {
  return (
    <div className="min-w-0 space-y-2">
      <Label htmlFor={id}>{label}</Label>
      <NativeSelect
        id={id}
        className="max-w-full"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <NativeSelectOption key={option.value} value={option.value}>
            {option.text}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </div>
  );
}

export function Checkbox({ label, isLabelHidden = false, isChecked, isDisabled, onChange }: CheckboxProps) {
  const id = useId();
  const box = (
    <DashboardCheckbox
      id={id}
      className={isLabelHidden ? "mt-0.5" : undefined}
      aria-label={isLabelHidden ? label : undefined}
      checked={isChecked === true}
      indeterminate={isChecked === "mixed"}
      disabled={isDisabled === true}
      onCheckedChange={onChange}
    />
  );
  if (isLabelHidden) return box;
  return (
    <div className="flex items-center gap-2">
      {box}
      <Label htmlFor={id}>{label}</Label>
    </div>
  );
}

export function RadioGroup({ label, value, options, onChange }: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2 text-sm">
          <input
            type="radio"
            name={name}
            className="mt-1"
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className="font-medium">{option.title}</span>
            <span className="block text-muted-foreground">{option.description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
