import { PayIndexError, type Problem } from "../errors.ts";

export function invalidDecision(...problems: readonly Problem[]): PayIndexError {
  return new PayIndexError("decision_invalid", "The decision cannot be booked. Nothing was changed.", {
    problems,
  });
}
