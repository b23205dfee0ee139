import { createHash } from "node:crypto";
import { merchantByVariant } from "./sale.ts";

/** The fields that each call signs, sorted by name. The vectors in tests/rules/areas/operations.ts are made without this. */
const signedFields = {
  query: ["pay_memberid", "pay_orderid"],
  subscribeCancel: ["pay_memberid", "pay_orderid"],
  refund: ["pay_memberid", "pay_orderid", "transaction_id"],
  refundQuery: ["pay_memberid", "pay_orderid"],
} as const;

export type OperationPath = keyof typeof signedFields;

type Reply = Readonly<Record<string, string | number | null>>;

/** Signs a call with the key of its merchant, by default the one of card sales. */
export function signCall(path: OperationPath, fields: Record<string, string>): Record<string, string> {
  return signFields(signedFields[path], fields);
}

/** Signs other fields than the documented ones. The names must be sorted. */
export function signFields(
  signed: readonly string[],
  fields: Record<string, string>,
): Record<string, string> {
  const form: Record<string, string> = { pay_memberid: merchantByVariant.card.id, ...fields };
  const key = keyOf(form.pay_memberid ?? "");
  const text = signed.map((name) => `${name}=${form[name] ?? ""}`);
  return { ...form, pay_md5sign: md5([...text, `key=${key}`].join("&")) };
}

export async function postCall(url: string, path: string, form: Record<string, string>): Promise<Reply> {
  const response = await fetch(`${url}/pay/trade/${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as Reply;
}

/** Makes a signed call, and checks that its reply has the right sign. Returns the reply without it. */
export async function callSigned(
  url: string,
  path: OperationPath,
  fields: Record<string, string>,
): Promise<Reply> {
  const { sign, ...reply } = await postCall(url, path, signCall(path, fields));
  const expected = signReply(reply, keyOf(String(reply.memberid)));
  if (sign !== expected) throw new Error(`the reply has the sign ${sign}, and not ${expected}`);
  return reply;
}

/** The sign over all fields with a value. The value `0` is left out. */
export function signReply(reply: Reply, key: string): string {
  const text = Object.entries(reply)
    .filter(([, value]) => value !== null && value !== "" && String(value) !== "0")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return md5([...text, `key=${key}`].join("&"));
}

function keyOf(merchantId: string): string {
  return Object.values(merchantByVariant).find(({ id }) => id === merchantId)?.key ?? "";
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex").toUpperCase();
}
