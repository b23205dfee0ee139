import { Hint } from "@medusajs/ui";

interface Props {
  readonly id: string;
  readonly hint?: string | undefined;
  /** The validation message. */
  readonly problem: string | undefined;
}

/** The hint and the validation message below a field. */
export function FieldHintAndProblem({ id, hint, problem }: Props) {
  if (hint === undefined && problem === undefined) return null;
  return (
    <div id={id} className="flex flex-col gap-y-2">
      {hint !== undefined && <Hint>{hint}</Hint>}
      {problem !== undefined && (
        <Hint variant="error" role="alert" className="whitespace-pre-line break-words">
          {problem}
        </Hint>
      )}
    </div>
  );
}
