import type { SandboxErrorCode } from "../errors.ts";

/** Returns the HTTP status of an error code, for clients that only check the status. */
export function toHttpStatus(code: SandboxErrorCode): 400 | 403 | 404 | 409 | 500 | 503 | 507 {
  switch (code) {
    case "bad_request":
    case "bad_option":
      return 400;
    case "forbidden":
      return 403;
    case "unknown_order":
    case "unknown_fault":
    case "unknown_merchant":
    case "not_found":
    case "timed_out":
      return 404;
    case "wrong_state":
    case "clock_backwards":
      return 409;
    case "closed":
    case "unreachable":
      return 503;
    case "disk_full":
      return 507;
    case "port_taken":
    case "cannot_listen":
    case "data_file_in_use":
    case "data_file_unusable":
    case "failed":
      return 500;
  }
}
