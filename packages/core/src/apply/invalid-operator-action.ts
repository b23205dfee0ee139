import { PayIndexError, type Problem } from "../errors.ts";

export function invalidOperatorAction(...problems: readonly Problem[]): PayIndexError {
  return new PayIndexError("decision_invalid", "The decision cannot be booked. Nothing was changed.", {
    problems,
  });
}

export function invalidOperator(...problems: readonly Problem[]): PayIndexError {
  return new PayIndexError("decision_invalid", "The retry names no valid operator. Nothing was changed.", {
    problems,
  });
}
