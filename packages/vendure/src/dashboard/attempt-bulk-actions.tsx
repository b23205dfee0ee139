import { useState } from "react";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import type { OverviewAttempt } from "./overview-api.ts";
import { BulkActionProblems, SelectionBar } from "./selection-bar.tsx";

interface Props {
  readonly selected: readonly OverviewAttempt[];
  /** Called when the attempts are no longer selected. */
  onDone(): void;
}

/** The actions for several attempts. */
export function AttemptBulkActions({ selected, onDone }: Props) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  if (selected.length === 0) return <BulkActionProblems problems={problems} />;
  return (
    <SelectionBar count={selected.length}>
      <AskGatewayButton
        attemptIds={selected.map(({ attemptId }) => attemptId)}
        onDone={(left) => {
          setProblems(left);
          onDone();
        }}
      />
    </SelectionBar>
  );
}
