/** All error codes, so that a client can tell the sandbox's errors from those of another server. */
export const sandboxErrorCodes = [
  /** An option is out of its bounds. */
  "bad_option",
  "port_taken",
  "cannot_listen",
  /** Another sandbox uses this data file. */
  "data_file_in_use",
  /** The data file does not belong to a sandbox, belongs to a newer one, or cannot be opened or written. */
  "data_file_unusable",
  "disk_full",
  /** The sandbox was closed before the awaited event. */
  "closed",
  /** The control call is invalid; the message names the property. */
  "bad_request",
  /** The call comes from a page of another site, or its Host is not the sandbox. */
  "forbidden",
  "unknown_order",
  "unknown_fault",
  "unknown_merchant",
  "not_found",
  /** The order's state does not allow the call; the message names the state. */
  "wrong_state",
  /** The sandbox's clock never moves backwards. */
  "clock_backwards",
  /** Nothing happened within the timeout. */
  "timed_out",
  /** A client cannot reach its sandbox, or the server that answers is not a sandbox. */
  "unreachable",
  "failed",
] as const;

/** The code of an error in starting or calling a sandbox. */
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number];

/** The body of every response of the control API that is not 2xx. */
export interface ErrorBody {
  readonly code: SandboxErrorCode;
  /** The message, in one line. */
  readonly error: string;
}

/** The only error that this package throws deliberately. Its message is one line. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.name = "SandboxError";
    this.code = code;
  }
}
