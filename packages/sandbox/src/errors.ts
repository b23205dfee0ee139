/** Every code, so that a client can tell one of ours from what another server sends. */
export const sandboxErrorCodes = [
  /** An option is out of its bounds. */
  "bad_option",
  "port_taken",
  "cannot_listen",
  /** Another sandbox works on this data file. */
  "data_file_in_use",
  /** The data file is no file of a sandbox, is of a newer one, or cannot be opened or written. */
  "data_file_unusable",
  "disk_full",
  /** Something was awaited that will not happen any more. */
  "closed",
  /** A control call that cannot be read; its message names the part. */
  "bad_request",
  /** The call comes from a page of another site, or its Host is not the sandbox. */
  "forbidden",
  "unknown_order",
  "unknown_fault",
  "unknown_merchant",
  "not_found",
  /** The order is not in a state in which this can be done; the message says in which it is. */
  "wrong_state",
  /** The sandbox's clock never goes back. */
  "clock_backwards",
  /** Nothing happened in the time that was given. */
  "timed_out",
  /** A client cannot reach its sandbox, or what answers is none. */
  "unreachable",
  "failed",
] as const;

/** What can go wrong for whoever starts a sandbox or talks to one. */
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number];

/** The body of every answer of the control API that is not 2xx. */
export interface ErrorBody {
  readonly code: SandboxErrorCode;
  /** One line. */
  readonly error: string;
}

/** The only error this package throws on purpose. Its message is one line. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.name = "SandboxError";
    this.code = code;
  }
}
