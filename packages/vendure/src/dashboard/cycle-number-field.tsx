import { Input, Label } from "@vendure/dashboard";
import { FieldProblemMessage } from "./field-problem-message.tsx";
import { useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly cycle: string;
  /** The validation message. */
  readonly problem: string | undefined;
  onChange(cycle: string): void;
  onProblem(problem: string): void;
}

/** The field for the cycle that a charge paid, if the gateway did not report it. */
export function CycleNumberField({ cycle, problem, onChange, onProblem }: Props) {
  const { page } = useStaffTexts();
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
        aria-describedby="pay-index-cycle-about pay-index-cycle-message"
        onChange={(event) => onChange(event.target.value)}
        onInvalid={(event) => {
          // The browser's own message can be in another language than the dashboard.
          event.preventDefault();
          event.currentTarget.focus();
          onProblem(page.cycleMissing);
        }}
      />
      <p id="pay-index-cycle-about" className="text-sm text-muted-foreground">
        {page.cycleExample}
      </p>
      <FieldProblemMessage id="pay-index-cycle-message" text={problem} />
    </div>
  );
}
