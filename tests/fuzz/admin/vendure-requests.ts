import type { Random } from "../random.ts";
import type { AdminAccount, ExpectedAccess, StaffPayment } from "./admin-host.ts";
import {
  brokenJson,
  jsonContentTypes,
  oddHeaders,
  oddId,
  oddMember,
  otherContentTypes,
  type SendingPage,
} from "./odd-requests.ts";

interface Sender {
  readonly payment: StaffPayment;
  readonly actor: AdminAccount;
  readonly origin: string;
}

/** One GraphQL operation with its variables. */
interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly isChange: boolean;
}

const paymentFields =
  "{ state placedAt attempts { attemptId state timeline { text } } reviewItems { item { id evidence } } }";

const queries = {
  payment: `query ($orderId: ID!) { payIndexPayment(orderId: $orderId) ${paymentFields} }`,
  items:
    "query ($kind: PayIndexReviewKind) { payIndexReviewItems(options: { kind: $kind }) { items { orderCode item { id evidence } order { buyer { emailAddress } } } } }",
  resolve: `mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) ${paymentFields} }`,
  retry: `mutation ($orderId: ID!, $id: String!) { retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome payment ${paymentFields} } }`,
} as const;

/** A request to the plugin's operations of the Admin API, honest or odd. */
export function composeOperation(sender: Sender, random: Random): ExpectedAccess {
  const { payment, actor } = sender;
  const operation = operationOn(payment, random);
  return random.chance(0.25) ? honest(operation, payment, actor) : odd(operation, sender, random);
}

function operationOn(payment: StaffPayment, random: Random): Operation {
  const { orderId, attemptId, items } = payment;
  const item = random.pick(items);
  const input = {
    orderId,
    attemptId,
    action: random.pick(["RECORD_REFUND", "DISMISS", "ACCEPT"]),
    note: "Seen at the gateway.",
    ...(random.chance(0.4) ? { reviewItemId: item } : {}),
    ...(random.chance(0.1) ? { cycle: 1 + random.int(3) } : {}),
  };
  return random.pick([
    { query: queries.payment, variables: { orderId }, isChange: false },
    {
      query: queries.items,
      variables: random.chance(0.5) ? {} : { kind: "REFUND_REQUESTED" },
      isChange: false,
    },
    { query: queries.resolve, variables: { input }, isChange: true },
    { query: queries.resolve, variables: { input }, isChange: true },
    { query: queries.retry, variables: { orderId, id: item }, isChange: true },
  ]);
}

function honest(
  { query, variables, isChange }: Operation,
  payment: StaffPayment,
  actor: AdminAccount,
): ExpectedAccess {
  const { orderId, attemptId } = payment;
  const input = { orderId, attemptId, action: "RECORD_REFUND", note: "Seen at the gateway." };
  const sent = isChange ? { query: queries.resolve, variables: { input } } : { query, variables };
  const headers = { ...actor.headers, "content-type": "application/json" };
  return {
    request: { method: "POST", path: "/admin-api", headers, body: Buffer.from(JSON.stringify(sent)) },
    mayRead: actor.mayRead,
    mayChange: new Set(isChange && actor.mayChange ? [attemptId] : []),
    mustRead: !isChange && actor.mayRead,
    mustChange: isChange && actor.mayChange,
  };
}

function odd(operation: Operation, { payment, actor, origin }: Sender, random: Random): ExpectedAccess {
  const method = random.chance(0.85)
    ? "POST"
    : random.pick(["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
  const page = random.pick(pagesOf(origin, actor.headers.cookie !== undefined));
  const type = random.chance(0.75) ? random.pick(jsonContentTypes) : random.pick(otherContentTypes);
  const mutated = random.chance(0.6) ? mutatedOperation(operation, payment, random) : operation;
  const { path, body } = written(mutated, { method, type }, random);
  const headers = {
    ...oddHeaders(random),
    ...actor.headers,
    ...page.headers,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const isJson = jsonContentTypes.some((each) => each === type);
  const isAllowed = actor.mayChange && method === "POST" && isJson && page.isForeign !== true;
  return {
    request: { method, path, headers, body },
    mayRead: actor.mayRead,
    mayChange: new Set(isAllowed && mutated.isChange ? [payment.attemptId] : []),
    mustRead: false,
    mustChange: false,
  };
}

/** Vendure's own settings allow every origin; then a cookie from another site is what counts. */
function pagesOf(origin: string, hasCookie: boolean): readonly SendingPage[] {
  const evil = { origin: "https://evil.example" };
  const crossSite = { "sec-fetch-site": "cross-site" };
  const withCookie = hasCookie || undefined;
  return [
    { headers: {}, isForeign: false },
    { headers: { "sec-fetch-site": "same-origin" }, isForeign: false },
    { headers: { origin }, isForeign: false },
    { headers: { ...crossSite, ...evil }, isForeign: withCookie },
    { headers: { ...crossSite, origin: "null" }, isForeign: withCookie },
    { headers: crossSite, isForeign: withCookie },
    { headers: { ...crossSite, ...evil, "x-forwarded-host": "evil.example" }, isForeign: withCookie },
    { headers: evil, isForeign: undefined },
    { headers: { "sec-fetch-site": "CROSS-SITE", origin: "x" }, isForeign: undefined },
  ];
}

function mutatedOperation(operation: Operation, payment: StaffPayment, random: Random): Operation {
  const { query, isChange } = operation;
  const variables = structuredClone(operation.variables) as Record<string, unknown>;
  const place = variables.input === undefined ? variables : (variables.input as Record<string, unknown>);
  const name = random.pick([
    ...Object.keys(place),
    "orderId",
    "action",
    "cycle",
    "reviewItemId",
    "refund",
    "id",
    "__proto__",
    "extra",
  ]);
  const id = random.pick([payment.orderId, payment.attemptId, payment.reference, ...payment.items]);
  const value = random.chance(0.5) ? oddId(id, random) : oddMember(random);
  switch (random.int(8)) {
    case 0:
      return { query, variables: {}, isChange };
    case 1:
      return { query: query.replace("(", "(  # ").replaceAll(": ", ":"), variables, isChange };
    case 2:
      return {
        query: `${query} ${random.pick(["{", "}", "query b { me { id } }", "fragment x on Y { z }"])}`,
        variables,
        isChange,
      };
    case 3:
      // The same operation twice in one request.
      return { query: twice(query), variables, isChange };
    case 4:
      return { query: `{ __schema { types { name } } }`, variables, isChange: false };
    default:
      Object.defineProperty(place, name, { value, enumerable: true, configurable: true });
      return { query, variables, isChange };
  }
}

function twice(query: string): string {
  const from = query.indexOf("{") + 1;
  const field = query.slice(from, query.lastIndexOf("}"));
  return `${query.slice(0, from)} a: ${field} b: ${field} }`;
}

interface Writing {
  readonly method: string;
  readonly type: string | undefined;
}

/** The operation as JSON, as a form, as multipart, as a batch, or in the address. */
function written({ query, variables }: Operation, { method, type }: Writing, random: Random) {
  const json = JSON.stringify({ query, variables });
  const asForm = new URLSearchParams({ query, variables: JSON.stringify(variables).toWellFormed() });
  if (method === "GET" || method === "HEAD")
    return { path: `/admin-api?${asForm}`.slice(0, 8000), body: Buffer.alloc(0) };
  if (type?.includes("urlencoded")) return { path: "/admin-api", body: Buffer.from(asForm.toString()) };
  if (type?.startsWith("multipart")) return { path: "/admin-api", body: multipart(json) };
  const path = random.chance(0.9)
    ? "/admin-api"
    : random.pick([
        `/admin-api?${asForm}`.slice(0, 8000),
        "/admin-api/",
        "/ADMIN-API",
        "/shop-api",
        "//admin-api",
      ]);
  if (random.chance(0.1)) return { path, body: Buffer.from(`[${json},${json}]`) };
  return { path, body: random.chance(0.15) ? brokenJson(json, random) : Buffer.from(json) };
}

/** A form with files, as GraphQL uploads write it. */
function multipart(json: string): Buffer {
  const part = (name: string, value: string) =>
    `--fuzz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.from(`${part("operations", json)}${part("map", "{}")}--fuzz--\r\n`);
}
