import { Button, Drawer } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly title: string;
  /** Default: that the action cannot be undone. */
  readonly description?: string;
  /** The text of the button. Default: Save. */
  readonly submit?: string;
  readonly isPending: boolean;
  readonly children: ReactNode;
  onRecord(): void;
  onClose(): void;
}

/** The drawer of each form that records an action. Its button is never disabled: a click displays what is missing. */
export function OperatorActionDrawerLayout({
  title,
  description,
  submit,
  isPending,
  children,
  onRecord,
  onClose,
}: Props) {
  const { page } = useStaffTexts();
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form
          noValidate
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault();
            onRecord();
          }}
        >
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.Description>{description ?? page.permanent}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto" data-testid="pay-index-resolution">
            {children}
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose}>
              {page.cancel}
            </Button>
            <Button type="submit" size="small" isLoading={isPending}>
              {submit ?? page.record}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
