/** What `doctor` can find. The list is closed. */
export const findingCodes = [
  "config_missing",
  "config_unreadable",
  "option_invalid",
  "merchant_key",
  "sandbox_option",
  "file_readable",
  "secret_unsafe",
  "shop_not_opened",
  "notify_not_found",
  "notify_unreachable",
  "notify_timeout",
  "notify_tls",
  "notify_redirect",
  "notify_login",
  "notify_error_page",
  "notify_later",
  "notify_body_limit",
  "trust_proxy_any",
  "trust_proxy_missing",
  "body_parser_first",
  "router_missing",
  "database_unreachable",
  "database_not_migrated",
  "database_newer",
  "pool_small",
  "gateway_unreachable",
  "clock_skew",
  "scheduler_late",
  "jobs_overdue",
  "notifications_refused",
  "no_answers",
  "no_notifications",
  "start_warning",
  "node_version",
  "packages_differ",
  "host_version",
] as const;

/** The code of a finding. */
export type FindingCode = (typeof findingCodes)[number];

/** Something that is wrong or unsafe in the setup of a shop. */
export interface Finding {
  readonly code: FindingCode;
  /** What was found, as a sentence. Never contains a key. */
  readonly found: string;
  /** What to do, as a sentence. */
  readonly advice: string;
  /** The path of the option, such as `merchants.0.key`. */
  readonly path?: string;
}
