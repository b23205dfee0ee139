import { Hint, Input, Label } from "@medusajs/ui";
import { useWords } from "./words.ts";

interface Props {
  readonly cycle: string;
  /** Why this one was not taken. */
  readonly problem: string | undefined;
  onChange(cycle: string): void;
  onProblem(problem: string): void;
}

/** Which cycle a charge has paid, where the gateway has not said it. */
export function CycleField({ cycle, problem, onChange, onProblem }: Props) {
  const { page } = useWords();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor="pay-index-cycle">{page.whichCycle}</Label>
      <Input
        id="pay-index-cycle"
        type="number"
        required
        min={1}
        step={1}
        value={cycle}
        aria-invalid={problem !== undefined}
        aria-describedby="pay-index-cycle-said"
        onChange={(event) => onChange(event.target.value)}
        onInvalid={(event) => {
          // The browser would say it in its own language, which need not be the admin's.
          event.preventDefault();
          event.currentTarget.focus();
          onProblem(page.cycleMissing);
        }}
      />
      <div id="pay-index-cycle-said" className="flex flex-col gap-y-2">
        <Hint>{page.cycleExample}</Hint>
        {problem !== undefined && (
          <Hint variant="error" role="alert" className="whitespace-pre-line break-words">
            {problem}
          </Hint>
        )}
      </div>
    </div>
  );
}
