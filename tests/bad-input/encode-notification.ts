import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";
import { code } from "./row.ts";

/** One POST to the notify address. */
export interface Message {
  /** Changes of an honest notification before it is signed; null takes out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** `right` by default. `none`: left out. `lower`, `short`: the right one, spoilt. */
  readonly sign?: "right" | keyof typeof signs;
  /** `plain`: values with their `+` and without escapes, as old senders have them. `twice`: each escape escaped again. */
  readonly encoding?: keyof typeof encoders;
  /** Appended to the body as it stands, in Latin-1. */
  readonly more?: string;
  /** Instead of all that. */
  readonly body?: string;
  /** null sends none. */
  readonly type?: string | null;
  /** How many of it, at once. */
  readonly times?: number;
}

const signs = {
  none: "left out",
  lower: "in lower case",
  short: "its first 31 characters",
  "of another merchant": "with another merchant's key",
  "of the previous key": "with the previous key",
};

/** The messages of a row: itself, and another one after it. */
export const messagesOf = <M extends Message>(row: M & { readonly second?: M }): M[] =>
  row.second === undefined ? [row] : [row, row.second];

/** The message in the words of the page. */
export function messageText({ fields = {}, sign = "right", more, body, type, times }: Message): string {
  if (body !== undefined) return code(body);
  const all = Object.entries(fields);
  const set = all.filter((field): field is [string, string] => field[1] !== null);
  const parts = [
    times === undefined ? "" : `${times} copies of a normal one`,
    type === undefined ? "" : `${code("Content-Type")}: ${type === null ? "none" : code(type)}`,
    set.length === 0 ? "" : code(new URLSearchParams(set).toString()),
    ...all.flatMap(([name, value]) => (value === null ? [`no ${code(name)}`] : [])),
    sign === "right" ? "" : `sign: ${signs[sign]}`,
    more === undefined ? "" : `${code(more)} appended`,
  ].filter((part) => part !== "");
  return parts.join("; ") || "a normal one";
}

export const signingKeys = {
  current: "sandbox-hosted-key",
  previous: "sandbox-older-key",
  other: "sandbox-link-key",
} as const;

/** What an honest gateway says about a sale. */
function factsOf(form: URLSearchParams): Record<string, string> {
  const charged = firstPeriodAmountOf(form);
  return notificationFields(form, charged === undefined ? {} : { true_amount: charged });
}

function firstPeriodAmountOf(form: URLSearchParams): string | undefined {
  return JSON.parse(form.get("subscription_plan") ?? "{}").first_period_amount;
}

/** Its body, as bytes. The signature is written apart from the code under test (NSIG-RECEIVED). */
export function encodeMessage(message: Message, form: URLSearchParams): Buffer {
  if (message.body !== undefined) return Buffer.from(message.body);
  const fields = Object.entries({ ...factsOf(form), ...message.fields }).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  const text = [...fields, ...signOf(message, fields)]
    .map((field) => field.map(encoders[message.encoding ?? "form"]).join("="))
    .join("&");
  return Buffer.from(text + (message.more ?? ""), "latin1");
}

const escaped = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

const encoders = {
  form: escaped,
  plain: (text: string) => text,
  twice: (text: string) => encodeURIComponent(encodeURIComponent(text)),
};

function signOf({ sign = "right" }: Message, fields: readonly [string, string][]): [string, string][] {
  if (sign === "none") return [];
  const right = digest(fields, signingKeys.current);
  const values = {
    right,
    lower: right.toLowerCase(),
    short: right.slice(0, 31),
    "of another merchant": digest(fields, signingKeys.other),
    "of the previous key": digest(fields, signingKeys.previous),
  };
  return [["sign", values[sign]]];
}

function digest(fields: readonly [string, string][], key: string): string {
  return signFields(Object.fromEntries(fields), key).sign ?? "";
}
