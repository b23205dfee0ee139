import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { onTestFinished } from "vitest";
import { CardDetails } from "../../packages/core/src/protocol/sale/card.ts";
import { checkSale, type Sale, type Variant } from "../../packages/core/src/protocol/sale/sale.ts";
import { buildSaleForm, type SaleSettings } from "../../packages/core/src/protocol/sale/sale-form.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import {
  exampleFormAttempt,
  exampleSettings,
  minimalSales,
  now,
} from "../../packages/core/test/protocol/sale/example-sales.ts";

export type Fields = Readonly<Record<string, string>>;

export const merchants: Readonly<Record<Variant, { id: string; key: string }>> = {
  card: { id: "10001", key: "sandbox-card-key" },
  hosted: { id: "10002", key: "sandbox-hosted-key" },
  link: { id: "10003", key: "sandbox-link-key" },
  subscription: { id: "10004", key: "sandbox-subscription-key" },
  apm: { id: "10005", key: "sandbox-apm-key" },
};

const cardText = { number: "4242424242424242", month: "12", year: "2030", cvv: "987" };

/** An example sale with changes by path; `card.…` changes what is printed on the card. */
export function changedSale(base: object, changes: Readonly<Record<string, unknown>> = {}): Sale {
  let sale: unknown = base;
  const card: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(changes)) {
    if (path.startsWith("card.")) card[path.slice(5)] = value;
    else sale = put(sale, path.split("."), value);
  }
  if (Object.keys(card).length > 0) sale = put(sale, ["card"], CardDetails.of({ ...cardText, ...card }));
  return sale as Sale;
}

function put(into: unknown, [name = "", ...rest]: readonly string[], value: unknown): object {
  const copy: Record<string, unknown> = { ...(into as object) };
  if (rest.length > 0) copy[name] = put(copy[name], rest, value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

let numbers = 0;
const createAttemptId = () => String(++numbers).padStart(20, "0");

interface FormParts {
  readonly settings?: Partial<SaleSettings>;
  readonly notifyUrl?: string;
}

/** What core makes of a sale for the sandbox's merchant, under a number of its own. @throws PayIndexError */
export function createForm(sale: Sale, parts: FormParts = {}): Fields {
  const { id, key } = merchants[sale.variant] ?? merchants.hosted;
  const { sale: checked } = checkSale(sale, now);
  const fields = buildSaleForm(
    checked,
    { ...exampleSettings, merchantId: id, key: new Secret(key), ...parts.settings },
    {
      ...exampleFormAttempt,
      attemptId: createAttemptId(),
      notifyUrl: parts.notifyUrl ?? "http://127.0.0.1:9/notify",
      returnUrl: "http://127.0.0.1:9/return",
    },
  );
  return Object.fromEntries(fields);
}

export const minimalForm = (variant: Variant) => createForm(minimalSales[variant]);

/** The signature of a request, written apart from the code under test. */
export function signedForm(form: Fields, variant: Variant): Fields {
  const names = "amount applydate bankcode callbackurl memberid notifyurl orderid".split(" ");
  const pairs = names.map((name) => `pay_${name}`).filter((name) => (form[name] ?? "") !== "");
  const text = [...pairs.map((name) => `${name}=${form[name]}`), `key=${merchants[variant].key}`].join("&");
  return { ...form, pay_md5sign: createHash("md5").update(text, "utf8").digest("hex").toUpperCase() };
}

export interface SandboxReply {
  readonly status: number | string;
  readonly msg?: string;
}

/** Over real HTTP. What is no answer of the protocol is an error with the HTTP status as its msg. */
export async function postForm(url: string, form: Fields): Promise<SandboxReply> {
  const response = await fetch(`${url}/pay_index`, { method: "POST", body: new URLSearchParams(form) });
  if (response.status !== 200) return { status: "error", msg: `HTTP ${response.status}` };
  return (await response.json()) as SandboxReply;
}

/** A shop that receives forms, and replies OK. */
export async function openShop(path: string) {
  const forms: ReadonlyMap<string, string>[] = [];
  const shop = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    forms.push(new Map(new URLSearchParams(body)));
    response.end("OK");
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void shop.close());
  return { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}${path}`, forms };
}

/** A sandbox that pays at once and notifies the shop once. */
export const openSandbox = (): Promise<Sandbox> =>
  createSandbox({ port: 0, retryGaps: [], jitter: { min: 0, max: 0 } });
