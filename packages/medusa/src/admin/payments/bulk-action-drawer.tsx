import { Text } from "@medusajs/ui";
import { actionMeaning } from "@pay-index/core/staff";
import { useState } from "react";
import type { BulkAction, ReviewItem } from "./admin-api.ts";
import { NoteField, noteFieldId } from "./note-field.tsx";
import { OperatorActionDrawerLayout } from "./operator-action-drawer-layout.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly action: Exclude<BulkAction, "retry">;
  readonly kind: ReviewItem["kind"];
  readonly count: number;
  readonly isPending: boolean;
  onRecord(note: string): void;
  onClose(): void;
}

/** Asks for the reason of one action for several items. */
export function BulkActionDrawer({ action, kind, count, isPending, onRecord, onClose }: Props) {
  const words = useStaffTexts();
  const { page, actions, reviewItems: items } = words;
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();

  function record() {
    if (note.trim() !== "") return onRecord(note.trim());
    setProblem(page.reasonMissing);
    document.getElementById(noteFieldId)?.focus();
  }

  return (
    <OperatorActionDrawerLayout
      title={actions[action].title}
      isPending={isPending}
      onRecord={record}
      onClose={onClose}
    >
      <div className="flex flex-col gap-y-1">
        <Text size="small" weight="plus">
          {items[kind].title}: {fillText(page.selected, { count })}
        </Text>
        <Text size="small">{actionMeaning(words, action, kind)}</Text>
      </div>
      <NoteField
        note={note}
        problem={problem}
        onChange={(text) => {
          setNote(text);
          setProblem(undefined);
        }}
      />
    </OperatorActionDrawerLayout>
  );
}
