import { Button, Drawer, Prompt, Text } from "@medusajs/ui";
import type { DialogProps } from "@pay-index/staff";
import { useState } from "react";
import { ownDirection } from "./own-direction.ts";

export function MedusaDialog(dialog: DialogProps) {
  return dialog.isQuestion ? <Question {...dialog} /> : <FormDrawer {...dialog} />;
}

/** Returns where the focus goes when a dialog closes: to where it was when the dialog opened. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  return (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}

/** The drawer of each form that records an action. */
function FormDrawer({ title, description, submit, cancel, isPending, ...dialog }: DialogProps) {
  const { problem, children, onSubmit, onClose } = dialog;
  const returnFocus = useFocusReturn();
  return (
    <Drawer open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Drawer.Content onCloseAutoFocus={returnFocus}>
        <form
          noValidate
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault();
            // React passes it on to the page behind the drawer.
            event.stopPropagation();
            onSubmit();
          }}
        >
          <Drawer.Header>
            <Drawer.Title className={ownDirection}>{title}</Drawer.Title>
            <Drawer.Description className={ownDirection}>{description}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto" data-testid="pay-index-dialog">
            {children}
            <Problem text={problem} />
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" size="small" isLoading={isPending}>
              {submit}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}

/** Asks for a confirmation. It stays open until the answer has arrived. */
function Question({ title, description, submit, cancel, isPending, ...dialog }: DialogProps) {
  const { problem, children, onSubmit, onClose } = dialog;
  const returnFocus = useFocusReturn();
  return (
    <Prompt open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Prompt.Content onCloseAutoFocus={returnFocus}>
        <Prompt.Header>
          <Prompt.Title className={ownDirection}>{title}</Prompt.Title>
          <Prompt.Description className={ownDirection}>{description}</Prompt.Description>
          {children}
          <Problem text={problem} />
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel type="button">{cancel}</Prompt.Cancel>
          <Button type="button" size="small" variant="danger" isLoading={isPending} onClick={onSubmit}>
            {submit}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  );
}

function Problem({ text }: Readonly<{ text: string | undefined }>) {
  if (text === undefined) return null;
  return (
    <Text
      size="small"
      role="alert"
      className={`text-ui-fg-error whitespace-pre-line break-words ${ownDirection}`}
    >
      {text}
    </Text>
  );
}
