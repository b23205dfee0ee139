import type { ExitCode } from "../command-error.ts";

/** What a command found, for people and for programs. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  /** The fields of the JSON document. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The lines for people. */
  readonly lines: readonly string[];
}
