import type { CheckboxProps, DialogProps } from "@pay-index/staff";
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
  Label,
} from "@vendure/dashboard";
import { useId } from "react";
import { markup, ownDirection } from "./kit-markup.ts";

/*
 * The dialogs and checkboxes of the staff app, made of the dashboard's own components.
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
          <parts.Title className={ownDirection}>{title}</parts.Title>
          <parts.Description className={ownDirection}>{description}</parts.Description>
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
          {problem !== undefined && (
            <markup.Text look="bad" role="alert">
              {problem}
            </markup.Text>
          )}
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

/** The dashboard's checkbox displays a tick also in the mixed state. */
const mixedLook =
  "data-indeterminate:[&_svg]:hidden data-indeterminate:before:h-0.5 data-indeterminate:before:w-2 data-indeterminate:before:bg-current";

export function Checkbox({ label, isLabelHidden = false, isChecked, isDisabled, onChange }: CheckboxProps) {
  const id = useId();
  const box = (
    <DashboardCheckbox
      id={id}
      className={`${mixedLook} ${isLabelHidden ? "mt-0.5" : ""}`}
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
