/** The HTTP status of each error code in the control API, for clients that only check the status. */
export const httpStatusByErrorCode = {
  /** An option is out of its bounds. */
  bad_option: 400,
  port_taken: 500,
  cannot_listen: 500,
  /** Another sandbox uses this data file. */
  data_file_in_use: 500,
  /** The data file does not belong to a sandbox, belongs to a newer one, or cannot be opened or written. */
  data_file_unusable: 500,
  disk_full: 507,
  /** The sandbox was closed before the awaited event. */
  closed: 503,
  /** The control call is invalid; the message names the property. */
  bad_request: 400,
  /** The call comes from a page of another site, or its Host is not the sandbox. */
  forbidden: 403,
  unknown_order: 404,
  unknown_fault: 404,
  unknown_merchant: 404,
  not_found: 404,
  /** The order's state does not allow the call; the message names the state. */
  wrong_state: 409,
  /** The sandbox's clock never moves backwards. */
  clock_backwards: 409,
  /** Nothing happened within the timeout. */
  timed_out: 404,
  /** A client cannot reach its sandbox, or the server that answers is not a sandbox. */
  unreachable: 503,
  failed: 500,
} as const;

/** The code of an error in starting or calling a sandbox. */
export type SandboxErrorCode = keyof typeof httpStatusByErrorCode;

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
