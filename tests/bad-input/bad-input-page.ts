import { wrapMarkdown } from "../docs/wrap-markdown.ts";
import type { InputPlace } from "./required-cases.ts";
import { requiredCases } from "./required-cases.ts";
import type {
  AmountDueRow,
  CycleRow,
  Message,
  NotificationEnd,
  NotificationRow,
  OperatorRow,
  OptionsRow,
  ResponseRow,
  ReturnRow,
  SaleRow,
  StaffRequestRow,
} from "./row-types.ts";
import { amountDueRows } from "./rows/amount-due.ts";
import { cycleRows } from "./rows/cycle.ts";
import { notificationRows } from "./rows/notification.ts";
import { operatorRows } from "./rows/operator.ts";
import { optionsRows } from "./rows/options.ts";
import { responseRows } from "./rows/response.ts";
import { returnRows } from "./rows/return.ts";
import { saleRows } from "./rows/sale.ts";
import { staffRequestRows } from "./rows/staff-request.ts";

export const rowsByPlace = {
  options: optionsRows,
  sale: saleRows,
  response: responseRows,
  notification: notificationRows,
  cycle: cycleRows,
  due: amountDueRows,
  return: returnRows,
  operator: operatorRows,
  "staff request": staffRequestRows,
} as const;

/** Of the test and of the line in the page. */
export function rowName(row: { readonly of: string; readonly case?: string }): string {
  return row.case === undefined ? row.of : `${row.of}: ${row.case}`;
}

/** Of code, so that it fits into a line. */
const longest = 100;

/** As code, without line breaks. */
function code(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  const plain = short.replace(
    /[\p{Cc}\p{Cs}\uFEFF]/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text === "" ? "nothing" : `\`${plain}\``;
}

const json = (value: unknown) => code(value === undefined ? "undefined" : hidden(JSON.stringify(value)));
const listed = (names: readonly string[]) => names.map(code).join(", ");

/** The keys of the rows are for tests, and not to be copied. */
const hidden = (text: string) =>
  text.replace(/sandbox-hosted-key/g, "sandbox-…-key").replace(/a-key-that-nobody-may-see/g, "…");

function optionsLine(row: OptionsRow): [string, string] {
  const input = "instead" in row ? json(row.instead) : changes(row.with ?? {});
  return [input, `\`options_invalid\` at ${listed(row.paths)}`];
}

function changes(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? `no ${code(name)}` : `${code(name)}: ${json(value)}`))
    .join("; ");
}

function saleLine({ with: fields, end }: SaleRow): [string, string] {
  if ("code" in end) return [changes(fields), `\`${end.code}\` at ${listed(end.paths)}`];
  const sent = Object.entries(end.sent).map(([name, value]) => code(`${name}=${value}`));
  const warnings = end.warnings === undefined ? "" : `, with the warning ${listed(end.warnings)}`;
  return [changes(fields), `sent: ${sent.join(", ")}${warnings}`];
}

function responseLine({ body, outcome, reason, next, state }: ResponseRow): [string, string] {
  const why = reason === undefined ? "" : ` (\`${reason}\`)`;
  return [code(body), `\`${outcome}\`${why}; the buyer goes to ${next}; payment \`${state}\``];
}

function notificationLine({ messages, end, behindParser }: NotificationRow): [string, string] {
  const parsed = behindParser === undefined ? "" : `. Behind a body parser: ${endText(behindParser)}`;
  return [messages.map(messageText).join("; then "), endText(end) + parsed];
}

function cycleLine({ messages, end }: CycleRow): [string, string] {
  const input = messages.map(messageText);
  const parts = [`\`${end.replies.join("`, `")}\``, `cycles ${listed(end.cycles)}`];
  const items = end.items.length === 0 ? [] : [`item ${listed(end.items)}`];
  const closed = end.closed ? ["closed"] : [];
  return [input.join("; then "), [...parts, ...closed, ...items].join("; ")];
}

function endText({ replies, state, items }: NotificationEnd): string {
  const parts = [`\`${replies.join("`, `")}\``, `payment \`${state}\``];
  return [...parts, ...(items.length === 0 ? [] : [`item ${listed(items)}`])].join("; ");
}

function messageText({ fields, sign = "right", forged, more, body, type, times }: Message): string {
  if (body !== undefined) return code(body);
  const parts = [
    times === undefined ? "" : `${times} copies of a normal one`,
    type === undefined ? "" : `${code("Content-Type")}: ${type === null ? "none" : code(type)}`,
    fields === undefined ? "" : fieldsText(fields),
    sign === "right" ? "" : `sign: ${signs[sign]}`,
    forged === undefined ? "" : code(new URLSearchParams(forged).toString()),
    more === undefined ? "" : `${code(more)} appended`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "a normal one" : parts.join("; ");
}

/** What is taken out is said so. */
function fieldsText(fields: NonNullable<Message["fields"]>): string {
  const all = Object.entries(fields);
  const set = all.filter((field): field is [string, string] => field[1] !== null);
  const gone = all.filter(([, value]) => value === null).map(([name]) => `no ${code(name)}`);
  const changed = set.length === 0 ? [] : [code(new URLSearchParams(set).toString())];
  return [...changed, ...gone].join("; ");
}

const signs: Record<Exclude<NonNullable<Message["sign"]>, "right">, string> = {
  none: "left out",
  lower: "in lower case",
  short: "its first 31 characters",
  "of another merchant": "with another merchant's key",
  "of the previous key": "with the previous key",
};

function dueLine({ returns, throws, end }: AmountDueRow): [string, string] {
  const input = throws === undefined ? json(returns) : code(`throw new Error(${JSON.stringify(throws)})`);
  const outcome =
    "item" in end
      ? `not placed; item \`paid\` with the code \`${end.item}\``
      : `not placed; the job runs again later, with the error \`${end.later}\``;
  return [input, outcome];
}

function returnLine({ query, body, later, address, end }: ReturnRow): [string, string] {
  const parts = [
    query === undefined && body === undefined ? "GET without fields" : "",
    query === undefined ? "" : `query ${code(query)}`,
    body === undefined ? "" : `POST ${code(body)}`,
    address === undefined ? "" : `to the address ${address}`,
    later === undefined ? "" : `${later / 86_400} days later`,
  ].filter((part) => part !== "");
  const shown = end === "404 unknown" ? `\`${end}\`` : `303 to ${end}`;
  return [parts.join("; "), `${shown}; the payment does not change`];
}

function operatorLine({ operator: handed, end }: OperatorRow): [string, string] {
  const input = json(handed);
  return [
    input,
    "path" in end
      ? `\`resolution_invalid\` at ${code(end.path)}`
      : `the timeline shows ${code(end.displayed)}`,
  ];
}

function staffRequestLine({ headers, end }: StaffRequestRow): [string, string] {
  const input = Object.entries(headers).map(([name, value]) => code(`${name}: ${value}`));
  return [input.join("; ") || "no header", `${code(end)}; nothing changes`];
}

interface Line {
  readonly of: string;
  readonly case?: string;
  readonly shown?: string;
  readonly advice: string;
}

function list<R extends Line>(lines: readonly R[], told: (row: R) => [string, string]): string {
  const entries = lines.map((row) => {
    const [input, end] = told(row);
    const parts = [`Input: ${row.shown ?? input}`, `Result: ${end}`, `What you can do: ${row.advice}`];
    return [
      wrapMarkdown(`**${rowName(row)}**`, "- "),
      ...parts.map((part) => wrapMarkdown(part, "  - ")),
    ].join("\n");
  });
  return entries.join("\n");
}

const headings: Record<InputPlace, string> = {
  options: "## Options",
  sale: "## A sale",
  response: "## The gateway's response to a sale",
  notification: "## A notification",
  cycle: "## A cycle of a subscription",
  due: "## The amount due",
  return: "## The buyer returns",
  operator: "## The operator of an action or a retry",
  "staff request": "## A request of a staff page",
};

const intros: Record<InputPlace, string> = {
  options:
    "The shop passes options to `createPayIndex` or `createGateway`, which throws `PayIndexError` before anything runs. Production means without `sandbox: true`.",
  sale: "The shop passes a sale to `start`, and a card to `CardDetails.of`. A refused sale is neither created nor sent.",
  response:
    "The results are those of a hosted sale. The order is sent once, whatever the response is. No redirect is followed. A notification that comes later always counts. `unknown` means that the gateway may have received the order. Buyers of the variants `hosted`, `link` and `apm` got no payment page, so they can try again at once. A card or subscription waits for the notification, or for `unknownHold`.",
  notification:
    "Each input is a POST to the notify address of a hosted sale of 19.99 USD. A refusal is one word; the event `notification-refused` has the reason. After each input, a normal notification is accepted, and the order is paid.",
  cycle:
    "Each input is a POST to the notify address of a monthly subscription of 19.99 USD with twelve cycles. The first cycle is paid. The POST is about cycle 2, with the listed differences. The shop has another subscription, M2. After each input, a normal cycle 2 is accepted, and becomes one order.",
  due: "Each input is the value that the option `amountDue` of an Express shop returns, after a hosted sale of 19.99 USD was paid. The reply to the notification is always `200 OK`, and the payment is `paid`. A job that runs again later becomes a review item after ten tries. After each input, the shop returns the right amount, the job runs again, and the order is placed once.",
  return: "The buyer's browser opens the return address. It never changes the payment.",
  operator:
    "The shop passes the operator to `decide` and `work`. If it is refused, they throw a `PayIndexError`, and nothing changes. In Medusa and Vendure, the plugins take the operator from the login.",
  "staff request":
    "These are requests that resolve or retry review items in Medusa and Vendure. Medusa returns the status, and the `code` `pay_index_json_required` or `pay_index_cross_site`. Vendure returns `PAY_INDEX_JSON_REQUIRED` or `PAY_INDEX_CROSS_SITE` in `extensions.code`.",
};

/** docs/bad-input.md. */
export function renderBadInputPage(): string {
  const lists: Record<InputPlace, string> = {
    options: list(optionsRows, optionsLine),
    sale: list(saleRows, saleLine),
    response: list(responseRows, responseLine),
    notification: list(notificationRows, notificationLine),
    cycle: list(cycleRows, cycleLine),
    due: list(amountDueRows, dueLine),
    return: list(returnRows, returnLine),
    operator: list(operatorRows, operatorLine),
    "staff request": list(staffRequestRows, staffRequestLine),
  };
  const places = Object.keys(requiredCases) as InputPlace[];
  const sections = places.map(
    (place) => `${headings[place]}\n\n${wrapMarkdown(intros[place])}\n\n${lists[place]}\n`,
  );
  return `# Bad input and its results

This page lists wrong or unusual inputs, the result of each, and what you can do. For all of them:

- The only error that is thrown is \`PayIndexError\`.
- No refusal, redirect or error page contains "ok", in any case of letters.
- No key and no card is printed, and no evidence is lost.

[reference.md](reference.md) explains the codes, events and review items. The tests in \`tests/bad-input\` try each row
and write this page: \`npx --yes pnpm@12 exec vitest run --project unit tests/bad-input -u\`.

${sections.join("\n")}`;
}
