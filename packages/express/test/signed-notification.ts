import { createHash } from "node:crypto";

const key = "sandbox-hosted-key";

/** What the gateway posts about a submission, before it signs. */
export function notificationFields(
  form: URLSearchParams,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    memberid: form.get("pay_memberid") ?? "",
    orderid: form.get("pay_orderid") ?? "",
    amount: form.get("pay_amount") ?? "",
    true_amount: form.get("pay_amount") ?? "",
    currency: form.get("pay_currency") ?? "",
    transaction_id: "202603010001",
    returncode: "00",
    datetime: "20260301120000",
    attach: "",
    ...more,
  };
}

/** The sign that most senders use, written apart from the code under test. */
export function signFields(fields: Record<string, string>, withKey = key): Record<string, string> {
  const text = Object.keys(fields)
    .filter((name) => name !== "attach" && fields[name] !== "" && fields[name] !== "0")
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  return { ...fields, sign: createHash("md5").update(`${text}key=${withKey}`).digest("hex").toUpperCase() };
}
