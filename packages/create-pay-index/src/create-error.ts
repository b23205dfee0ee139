export type CreateErrorCode =
  | "answer_missing"
  | "cancelled"
  | "cannot_write"
  | "flag_invalid"
  | "folder_not_empty"
  | "host_unknown"
  | "name_invalid"
  | "node_too_old"
  | "package_manager_unknown";

/** The reason why no project was created. The message says what happened and what to do. */
export class CreateError extends Error {
  readonly code: CreateErrorCode;

  constructor(code: CreateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CreateError";
    this.code = code;
  }
}
