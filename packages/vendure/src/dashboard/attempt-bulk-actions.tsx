import { useState } from "react";
import { BulkBar, RemainingProblems } from "./bulk-bar.tsx";
import type { ListedAttempt } from "./overview-api.ts";
import { QueryButton } from "./query-button.tsx";

interface Props {
  readonly selected: readonly ListedAttempt[];
  /** Called when the attempts are no longer selected. */
  onDone(): void;
}

/** The actions for several attempts. */
export function AttemptBulkActions({ selected, onDone }: Props) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  if (selected.length === 0) return <RemainingProblems problems={problems} />;
  return (
    <BulkBar count={selected.length}>
      <QueryButton
        attemptIds={selected.map(({ attemptId }) => attemptId)}
        onDone={(left) => {
          setProblems(left);
          onDone();
        }}
      />
    </BulkBar>
  );
}
