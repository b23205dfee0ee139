import type {
  AmountDueRow,
  CycleRow,
  MerchantsRow,
  Message,
  NotificationEnd,
  NotificationRow,
  OperatorRow,
  OptionsRow,
  ResponseRow,
  ReturnRow,
  SaleRow,
  SenderRow,
  StaffRequestRow,
} from "./row-types.ts";

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

export function optionsLine(row: OptionsRow): [string, string] {
  const input = "instead" in row ? json(row.instead) : changes(row.with ?? {});
  return [input, `\`options_invalid\` at ${listed(row.paths)}`];
}

function changes(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? `no ${code(name)}` : `${code(name)}: ${json(value)}`))
    .join("; ");
}

export function saleLine({ with: fields, end }: SaleRow): [string, string] {
  if ("code" in end) return [changes(fields), `\`${end.code}\` at ${listed(end.paths)}`];
  const sent = Object.entries(end.sent).map(([name, value]) => code(`${name}=${value}`));
  const warnings = end.warnings === undefined ? "" : `, with the warning ${listed(end.warnings)}`;
  return [changes(fields), `sent: ${sent.join(", ")}${warnings}`];
}

export function responseLine({ body, outcome, reason, next, state }: ResponseRow): [string, string] {
  const why = reason === undefined ? "" : ` (\`${reason}\`)`;
  return [code(body), `\`${outcome}\`${why}; the buyer goes to ${next}; payment \`${state}\``];
}

export function notificationLine({ messages, end, behindParser }: NotificationRow): [string, string] {
  const parsed = behindParser === undefined ? "" : `. Behind a body parser: ${endText(behindParser)}`;
  return [messages.map(messageText).join("; then "), endText(end) + parsed];
}

export function cycleLine({ messages, end }: CycleRow): [string, string] {
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

export function dueLine({ returns, throws, end }: AmountDueRow): [string, string] {
  const input = throws === undefined ? json(returns) : code(`throw new Error(${JSON.stringify(throws)})`);
  const outcome =
    "item" in end
      ? `not placed; item \`paid\` with the code \`${end.item}\``
      : `not placed; the job runs again later, with the error \`${end.later}\``;
  return [input, outcome];
}

export function senderLine({ headers, proxies, end }: SenderRow): [string, string] {
  const sent = Object.entries(headers).map(([name, value]) => code(`${name}: ${value}`));
  const input = `${sent.join("; ") || "no such header"}, with \`proxies: ${proxies}\``;
  return [input, end === "200 OK" ? "`200 OK`; payment `paid`" : `${code(end)}; item \`not-verified\``];
}

export function merchantsLine({ returns, throws, isLate, end }: MerchantsRow): [string, string] {
  const thrown = throws === undefined ? "" : code(`throw new Error(${hidden(JSON.stringify(throws))})`);
  const input = isLate ? "no answer within `replyWithin` seconds" : thrown || json(returns);
  const at = end.paths.length === 0 ? "" : ` at ${listed(end.paths)}`;
  return [input, `\`start\` throws \`${end.code}\`${at}; \`503 later\``];
}

export function returnLine({ query, body, later, address, end }: ReturnRow): [string, string] {
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

export function operatorLine({ operator: handed, end }: OperatorRow): [string, string] {
  const input = json(handed);
  return [
    input,
    "path" in end
      ? `\`resolution_invalid\` at ${code(end.path)}`
      : `the timeline shows ${code(end.displayed)}`,
  ];
}

export function staffRequestLine({ headers, end }: StaffRequestRow): [string, string] {
  const input = Object.entries(headers).map(([name, value]) => code(`${name}: ${value}`));
  return [input.join("; ") || "no header", `${code(end)}; nothing changes`];
}
