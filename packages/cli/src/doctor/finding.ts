const seeReadme =
  "See the README of the package pay-index: it has an example. docs/reference/command-line.md in the repository has one for each host.";

/** What `doctor` can find, and what to do about it. The list is closed. */
const adviceByCode = {
  config_missing: seeReadme,
  config_unreadable: seeReadme,
  option_invalid: "Correct the options of the plugin.",
  merchant_key:
    "Copy the key from the gateway's back office again, without blanks, line breaks or quotation marks around it.",
  sandbox_option: "Remove the option sandbox before you take real payments.",
  file_readable: "Run chmod 600 with the name of the file.",
  secret_unsafe: "Outside the sandbox, the shop does not start with it.",
  shop_not_opened: "Correct open() in the configuration, or what it starts.",
  notify_not_found:
    "Mount the payment router at the path of publicUrl. Behind a proxy that removes a part of the path, leave out that part.",
  notify_unreachable: "Check the name in publicUrl, DNS, the firewall, and that the shop runs.",
  notify_timeout: "Check that the shop runs, and that the proxy and the firewall forward this address to it.",
  notify_tls:
    "Install a valid certificate with its whole chain. Many gateways do not send to other addresses.",
  notify_redirect:
    "Gateways do not follow redirects. Set publicUrl to the final address, with the same host and https, or remove the redirect.",
  notify_login:
    "Exempt all addresses below publicUrl from the login, the bot check and the IP filter of your site.",
  notify_error_page:
    "Find out which server answers: the proxy, a CDN or an error handler of the shop. Let it forward POST requests unchanged.",
  notify_later: "Check the database of the shop and its log.",
  notify_body_limit:
    "Mount the payment router before all body parsers, and allow bodies of 32 kB in the proxy.",
  trust_proxy_any: "Use the number of your proxies.",
  trust_proxy_missing: "Use the number of your proxies.",
  body_parser_first:
    "Mount the payment router before all body parsers, so that it sees each notification as it was sent. If open() mounts it into an app that is complete, let open() build the app as the shop does.",
  router_missing: "Call app.use(path, pay.router) with the path of publicUrl, before open() returns the app.",
  database_unreachable:
    "Check the address, the user and the password of the database, and that it accepts connections from here.",
  database_not_migrated: "Run npx pay-index migrate as a user who may create tables, then start the shop.",
  database_newer: "Install the newer release again: tables are never taken back.",
  pool_small: "Give it at least 5: each transaction uses one, also while your order code runs.",
  commits_not_durable:
    "Set synchronous_commit to on. Otherwise a standby that is promoted can lack notifications that got OK.",
  gateway_unreachable:
    "Check the option gateway, DNS, and that the firewall permits connections from this machine to it.",
  clock_skew:
    "Synchronize the clock, for example with chrony or systemd-timesyncd. The time is in each sale.",
  scheduler_late:
    "Start the shop. If tickEvery is 0, call sweep() from a scheduled task. On Vendure and Medusa, check that the worker runs.",
  jobs_overdue: "Check the log of the shop: its order code or its database fails, or no sweep runs.",
  notifications_refused:
    "See “Replies to notifications” in the reference. For mismatch, correct the key or signRules: the next sweep applies what was stored. pay-index verify explains a single notification.",
  no_answers: "Check the option gateway, the status page of the gateway, and the network of the server.",
  no_notifications: "Check that the gateway can reach the address for notifications.",
  start_warning: "Do what the message says.",
  node_version: "Install a supported release of Node, and start the shop with it.",
  packages_differ: "Install the same version of all packages.",
  host_version: "Install a supported version of the host.",
};

/** The code of a finding. */
export type FindingCode = keyof typeof adviceByCode;

export const findingCodes = Object.keys(adviceByCode) as readonly FindingCode[];

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

/** Returns a finding with the usual advice, or with a more precise one. */
export function finding(
  code: FindingCode,
  found: string,
  more: Partial<Pick<Finding, "advice" | "path">> = {},
): Finding {
  return { code, found, advice: adviceByCode[code], ...more };
}
