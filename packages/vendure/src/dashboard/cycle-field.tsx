import { Input, Label } from "@vendure/dashboard";
import { useWords } from "./words.tsx";

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
    <div className="space-y-2">
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
          // The browser would say it in its own language, which need not be the dashboard's.
          event.preventDefault();
          event.currentTarget.focus();
          onProblem(page.cycleMissing);
        }}
      />
      <div id="pay-index-cycle-said" className="space-y-1 text-sm">
        <p className="text-muted-foreground">{page.cycleExample}</p>
        {problem !== undefined && (
          <p
            role="alert"
            className="whitespace-pre-line wrap-anywhere border-l-2 border-destructive pl-2 font-medium"
          >
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
