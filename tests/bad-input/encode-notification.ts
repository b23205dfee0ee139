import { createHash } from "node:crypto";
import type { Message } from "./row-types.ts";

export const signingKeys = {
  current: "sandbox-hosted-key",
  previous: "sandbox-older-key",
  other: "sandbox-link-key",
} as const;

/** What an honest gateway says about a sale. */
function factsOf(form: URLSearchParams): Record<string, string> {
  return {
    memberid: form.get("pay_memberid") ?? "",
    orderid: form.get("pay_orderid") ?? "",
    amount: form.get("pay_amount") ?? "",
    true_amount: firstPeriodAmountOf(form) ?? form.get("pay_amount") ?? "",
    currency: form.get("pay_currency") ?? "",
    transaction_id: "202603010001",
    returncode: "00",
    datetime: "20260301120000",
    attach: "",
  };
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
  const forged = Object.entries(message.forged ?? {});
  const sent = [...fields, ...signOf(message, fields)].filter(
    ([name]) => !Object.hasOwn(message.forged ?? {}, name),
  );
  const text = [...sent, ...forged]
    .map((field) => field.map(encoders[message.encoding ?? "form"]).join("="))
    .join("&");
  return Buffer.from(text + (message.more ?? ""), "latin1");
}

const escaped = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

const encoders: Record<NonNullable<Message["encoding"]>, (text: string) => string> = {
  form: escaped,
  plain: (text) => text,
  twice: (text) => encodeURIComponent(encodeURIComponent(text)),
};

function signOf(message: Message, fields: readonly [string, string][]): [string, string][] {
  const sign: NonNullable<Message["sign"]> = message.sign ?? "right";
  const right = (key: string) => digest(fields, key);
  switch (sign) {
    case "right":
      return [["sign", right(signingKeys.current)]];
    case "none":
      return [];
    case "lower":
      return [["sign", right(signingKeys.current).toLowerCase()]];
    case "short":
      return [["sign", right(signingKeys.current).slice(0, 31)]];
    case "of another merchant":
      return [["sign", right(signingKeys.other)]];
    case "of the previous key":
      return [["sign", right(signingKeys.previous)]];
  }
}

function digest(fields: readonly [string, string][], key: string): string {
  const text = fields
    .filter(([name, value]) => name !== "attach" && value !== "" && value !== "0")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}&`)
    .join("");
  return createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
}
