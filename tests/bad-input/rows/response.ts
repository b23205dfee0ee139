import { code, type Row, rowsOf } from "../row.ts";

/** What the gateway answers to a hosted sale. */
export interface ResponseRow extends Row {
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `zipped`: compressed. `cut`: the connection ends in the body. `drip`: a blank now and then, without an end. */
  readonly how?: "zipped" | "cut" | "drip";
  /** Without `sandbox: true`. */
  readonly production?: true;
  /** Why the outcome is unknown. Undefined: the buyer is redirected to the gateway. */
  readonly reason?: string;
}

export function responseLine({ body, reason }: ResponseRow): [string, string] {
  const end =
    reason === undefined
      ? "`redirect`; the buyer goes to the gateway"
      : `\`unknown\` (\`${reason}\`); the buyer goes to the retry page`;
  return [code(body), `${end}; payment \`pending\``];
}

const rows = rowsOf<ResponseRow>();
const page = "https://gateway.example/page/7";
const withUrl = (url: string) => ({ body: JSON.stringify({ status: 1, url }) });
const oddStatus = (status: unknown) => ({
  body: JSON.stringify({ status, url: page }),
  reason: "odd_status",
});
const noUrl = (url: string) => ({ ...withUrl(url), reason: "no_url" });

export const responseRows = [
  ...rows({ advice: "Nothing: the response is accepted." })({
    'status "1"': { body: `{"status":"1","url":"${page}"}` },
    "url http://: with sandbox: true": withUrl("http://gateway.example/page/7"),
    "url on another host: in production": { ...withUrl("https://checkout.example/page/7"), production: true },
    "JSON in JSON": { body: JSON.stringify(withUrl(page).body) },
    "byte order mark": {
      body: `\uFEFF{"status":1,"url":"${page}"}`,
      shown: `a BOM, then \`{"status":1,"url":"${page}"}\``,
    },
  }),
  ...rows({
    advice:
      "Ask the gateway why. The timeline has the reason. The start of this section says when the buyer can try again.",
  })({
    "status 1.5": oddStatus(1.5),
    "status true": oddStatus(true),
    "status null": oddStatus(null),
    "status 3": oddStatus(3),
    "url relative": noUrl("/page/7"),
    "url relative: without a scheme": noUrl("//gateway.example/7"),
    "url javascript:": noUrl("javascript:alert(1)"),
    "url data:": noUrl("data:text/html,<script>alert(1)</script>"),
    "url http://: in production": {
      ...withUrl("http://gateway.example/page/7"),
      production: true,
      reason: "insecure_url",
    },
    "url with credentials": noUrl("https://me:word@gateway.example/7"),
    "url of 64 kB": {
      ...withUrl(`${page}/${"x".repeat(65_536)}`),
      shown: '`{"status":1,"url":…}` with 65,536 letters in the address',
      reason: "too_large",
    },
    HTML: {
      body: "<html><body>Busy</body></html>",
      headers: { "content-type": "text/html" },
      reason: "not_json",
    },
    empty: { body: "", reason: "empty" },
    truncated: { body: `{"status":1,"url":"https://gateway.exa`, reason: "not_json" },
    "truncated: with the connection": { body: '{"status":0', how: "cut", reason: "network" },
    "gzip bomb": {
      body: " ".repeat(50_000_000),
      how: "zipped",
      shown: "50 MB of blanks, as 49 kB of gzip",
      reason: "too_large",
    },
    "a redirect": {
      status: 307,
      headers: { location: "/elsewhere" },
      body: '{"status":0}',
      shown: "307, `Location: /elsewhere`",
      reason: "http_redirect",
    },
    "a slow drip": {
      body: '{"status":0',
      how: "drip",
      shown: '`{"status":0`, then blanks that never end',
      reason: "timeout",
    },
  }),
];
