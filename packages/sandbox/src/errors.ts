/**
 * What can go wrong for whoever starts a sandbox:
 * `bad_option` an option is out of its bounds, `port_taken` and `cannot_listen` the address cannot be used,
 * `closed` something was awaited that will not happen any more.
 */
export type SandboxErrorCode = "bad_option" | "port_taken" | "cannot_listen" | "closed";

/** The only error this package throws on purpose. Its message is one line. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.name = "SandboxError";
    this.code = code;
  }
}
