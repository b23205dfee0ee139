import type { ResponseRow } from "../row-types.ts";

const page = "https://gateway.example/page/7";
const unclear =
  "Ask the gateway why. The timeline has the reason. The start of this section says when the buyer can try again.";
const understood = "Nothing: the response is accepted.";

/** The outcome that says nothing: the order may have arrived, or not. */
const unknown = (reason: string) =>
  ({ outcome: "unknown", reason, next: "the retry page", state: "pending", advice: unclear }) as const;
const redirected = {
  outcome: "redirect",
  next: "the gateway",
  state: "pending",
  advice: understood,
} as const;

export const responseRows: readonly ResponseRow[] = [
  { of: 'status "1"', body: `{"status":"1","url":"${page}"}`, ...redirected },
  { of: "status 1.5", body: `{"status":1.5,"url":"${page}"}`, ...unknown("odd_status") },
  { of: "status true", body: `{"status":true,"url":"${page}"}`, ...unknown("odd_status") },
  { of: "status null", body: `{"status":null,"url":"${page}"}`, ...unknown("odd_status") },
  { of: "status 3", body: `{"status":3,"msg":"queued"}`, ...unknown("odd_status") },
  { of: "url relative", body: '{"status":1,"url":"/page/7"}', ...unknown("no_url") },
  {
    of: "url relative",
    case: "without a scheme",
    body: '{"status":1,"url":"//gateway.example/7"}',
    ...unknown("no_url"),
  },
  { of: "url javascript:", body: '{"status":1,"url":"javascript:alert(1)"}', ...unknown("no_url") },
  {
    of: "url data:",
    body: '{"status":1,"url":"data:text/html,<script>alert(1)</script>"}',
    ...unknown("no_url"),
  },
  {
    of: "url http://",
    case: "in production",
    body: '{"status":1,"url":"http://gateway.example/page/7"}',
    production: true,
    ...unknown("insecure_url"),
  },
  {
    of: "url http://",
    case: "with sandbox: true",
    body: '{"status":1,"url":"http://gateway.example/page/7"}',
    ...redirected,
  },
  {
    of: "url on another host",
    case: "in production",
    body: '{"status":1,"url":"https://checkout.example/page/7"}',
    production: true,
    ...redirected,
  },
  {
    of: "url with credentials",
    body: '{"status":1,"url":"https://me:word@gateway.example/7"}',
    ...unknown("no_url"),
  },
  {
    of: "url of 64 kB",
    body: `{"status":1,"url":"${page}/${"x".repeat(65_536)}"}`,
    shown: '`{"status":1,"url":…}` with 65,536 letters in the address',
    ...unknown("too_large"),
  },
  {
    of: "url of 64 kB",
    case: "in a body just below the limit",
    body: `{"status":1,"url":"${page}/${"x".repeat(65_000)}"}`,
    shown: '`{"status":1,"url":…}` with 65,000 letters in the address',
    ...unknown("no_url"),
  },
  { of: "JSON in JSON", body: JSON.stringify(`{"status":1,"url":"${page}"}`), ...redirected },
  {
    of: "byte order mark",
    body: `\uFEFF{"status":1,"url":"${page}"}`,
    shown: `a BOM, then \`{"status":1,"url":"${page}"}\``,
    ...redirected,
  },
  {
    of: "HTML",
    body: "<html><body>Busy</body></html>",
    headers: { "content-type": "text/html" },
    ...unknown("not_json"),
  },
  { of: "empty", body: "", ...unknown("empty") },
  { of: "truncated", body: `{"status":1,"url":"https://gateway.exa`, ...unknown("not_json") },
  {
    of: "truncated",
    case: "with the connection",
    body: '{"status":0',
    how: "cut",
    ...unknown("network"),
  },
  {
    of: "gzip bomb",
    body: " ".repeat(50_000_000),
    how: "zipped",
    shown: "50 MB of blanks, as 49 kB of gzip",
    ...unknown("too_large"),
  },
  {
    of: "a redirect",
    status: 307,
    headers: { location: "/elsewhere" },
    body: '{"status":0}',
    shown: "307, `Location: /elsewhere`",
    ...unknown("http_redirect"),
  },
  {
    of: "a slow drip",
    body: '{"status":0',
    how: "drip",
    shown: '`{"status":0`, then blanks that never end',
    ...unknown("timeout"),
  },
];
