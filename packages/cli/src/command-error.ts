/** The exit codes of all commands: fine · findings, or failed · wrong use. */
export type ExitCode = 0 | 1 | 2;

/** The codes of all errors of the command line. The list is closed. `failed`: other code threw an error that nobody expects. */
export const commandErrorCodes = [
  "usage",
  "key_in_arguments",
  "key_missing",
  "password_in_arguments",
  "input_unreadable",
  "config_missing",
  "config_unreadable",
  "shop_not_opened",
  "shop_failed",
  "interrupted",
  "attempt_unknown",
  "database_unreachable",
  "move_refused",
  "sandbox_failed",
  "item_missing",
  "statement_unreadable",
  "statement_columns",
  "failed",
] as const;

/** A code of an error of the command line. */
export type CommandErrorCode = (typeof commandErrorCodes)[number];

/** An expected failure of a command: one message that says what to do. */
export class CommandError extends Error {
  readonly code: CommandErrorCode;
  readonly exitCode: ExitCode;

  constructor(code: CommandErrorCode, message: string, exitCode: ExitCode = 1) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Returns an error for a command that is written wrongly. */
export function usageError(message: string): CommandError {
  return new CommandError("usage", message, 2);
}
