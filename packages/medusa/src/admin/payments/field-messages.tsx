import { Hint } from "@medusajs/ui";

interface Props {
  readonly id: string;
  readonly hint?: string | undefined;
  /** Why the value was not taken. */
  readonly problem: string | undefined;
}

/** What is said below a field: what it is for, and what is wrong with its value. */
export function FieldMessages({ id, hint, problem }: Props) {
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
