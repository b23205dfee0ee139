import { Button, Drawer, Text } from "@medusajs/ui";
import { meaningOf } from "@pay-index/core/staff";
import { useState } from "react";
import type { BulkAction, Item } from "./admin-api.ts";
import { NoteField } from "./note-field.tsx";
import { useWords, withValues } from "./words.ts";

interface Props {
  readonly action: Exclude<BulkAction, "work">;
  readonly kind: Item["kind"];
  readonly count: number;
  readonly isPending: boolean;
  onRecord(note: string): void;
  onClose(): void;
}

/** Asks for one ground of a decision about several items. */
export function BulkDrawer({ action, kind, count, isPending, onRecord, onClose }: Props) {
  const words = useWords();
  const { page, decisions, items } = words;
  const [note, setNote] = useState("");
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault();
            onRecord(note.trim());
          }}
        >
          <Drawer.Header>
            <Drawer.Title>{decisions[action].title}</Drawer.Title>
            <Drawer.Description>{page.forGood}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto" data-testid="pay-index-decision">
            <div className="flex flex-col gap-y-1">
              <Text size="small" weight="plus">
                {items[kind].title}: {withValues(page.selected, { count })}
              </Text>
              <Text size="small">{meaningOf(words, action, kind)}</Text>
            </div>
            <NoteField note={note} onChange={setNote} />
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose}>
              {page.cancel}
            </Button>
            <Button type="submit" size="small" isLoading={isPending} disabled={note.trim() === ""}>
              {page.record}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
