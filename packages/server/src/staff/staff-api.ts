import type { EventHandler, Gateway } from "@pay-index/core";
import type { ServerReply, ServerRequest } from "../http-types.ts";
import { readRemainingBody } from "../request-body.ts";
import { reportFailure } from "../route.ts";
import {
  cancelSubscription,
  queryAttempts,
  refundAttempt,
  requirePermission,
  resolveAttempt,
  resolveReviewItems,
} from "./staff-actions.ts";
import { CsvFile } from "./staff-export.ts";
import type { StaffHost, StaffMember } from "./staff-host.ts";
import { createLink, listLinks, listLinksOfOrder, sendLink, withdrawLink } from "./staff-links.ts";
import { readOverview } from "./staff-overview.ts";
import {
  countReviewItems,
  listAttempts,
  listReviewItems,
  readHealth,
  readPayment,
  readPaymentOfOrder,
  readSession,
  type StaffVisit,
} from "./staff-reads.ts";
import { notFound, StaffRefusal, toStaffRefusal } from "./staff-refusal.ts";
import type { StaffPermission } from "./staff-schemas.ts";

interface StaffRoute {
  readonly method: "GET" | "POST";
  readonly permission: StaffPermission;
  answer(visit: StaffVisit): Promise<unknown>;
}

/** By the path below the address of the API. `:id` is one part. Each route also needs the permission `view`. */
export const staffRoutes: Readonly<Record<string, StaffRoute>> = {
  session: { method: "GET", permission: "view", answer: readSession },
  attempts: { method: "GET", permission: "view", answer: listAttempts },
  "attempts/resolve": { method: "POST", permission: "resolve", answer: resolveAttempt },
  "attempts/query": { method: "POST", permission: "resolve", answer: queryAttempts },
  "attempts/refund": { method: "POST", permission: "refund", answer: refundAttempt },
  "attempts/cancel": { method: "POST", permission: "cancel", answer: cancelSubscription },
  "payment-links/:id": { method: "GET", permission: "links", answer: listLinks },
  "order-links/:id": { method: "GET", permission: "links", answer: listLinksOfOrder },
  "links/create": { method: "POST", permission: "links", answer: createLink },
  "links/withdraw": { method: "POST", permission: "links", answer: withdrawLink },
  "links/send": { method: "POST", permission: "links", answer: sendLink },
  "payments/:id": { method: "GET", permission: "view", answer: readPayment },
  "orders/:id": { method: "GET", permission: "view", answer: readPaymentOfOrder },
  "review-items": { method: "GET", permission: "view", answer: listReviewItems },
  "review-items/count": { method: "GET", permission: "view", answer: countReviewItems },
  "review-items/resolve": { method: "POST", permission: "resolve", answer: resolveReviewItems },
  health: { method: "GET", permission: "view", answer: readHealth },
  overview: { method: "GET", permission: "view", answer: readOverview },
  export: { method: "GET", permission: "view", answer: async (visit) => new CsvFile(visit) },
};

/** A request of the staff API. */
export interface StaffApiRequest {
  readonly request: ServerRequest;
  /** The path below the address of the API, without a slash at the start, and without the query. */
  readonly path: string;
  /**
   * Returns the signed-in person, and what the host knows. Undefined: nobody is signed in. The host has checked before that no other
   * site sends the request.
   */
  identify(): Promise<{ readonly member: StaffMember; readonly host: StaffHost } | undefined>;
}

/** Answers a request of the staff API. Never rejects. */
export type StaffApi = (visit: StaffApiRequest) => Promise<ServerReply>;

/** Creates the staff API: JSON over HTTP, the same on every host. */
export function createStaffApi(shop: {
  readonly gateway: Gateway;
  readonly onEvent: EventHandler;
}): StaffApi {
  return async (visit) => {
    try {
      const body = await answer(shop.gateway, visit);
      return body instanceof CsvFile ? await body.reply() : staffReply(200, body);
    } catch (error) {
      const refusal = toStaffRefusal(error);
      if (refusal === undefined) reportFailure(shop, "staff", error);
      const { status, body } = refusal ?? failure;
      return staffReply(status, body);
    }
  };
}

const failure = new StaffRefusal(500, "failure", "The shop could not answer. Its log has the reason.");

/** Returns the file or the JSON of the reply. */
async function answer(gateway: Gateway, { request, path, identify }: StaffApiRequest): Promise<unknown> {
  const { route, id } = findRoute(path);
  const person = await identify();
  if (person === undefined) throw new StaffRefusal(401, "signed_out", "Sign in first.");
  requirePermission(person, "view");
  if (route === undefined) throw notFound("address");
  if (request.method !== route.method)
    throw new StaffRefusal(405, "method_not_allowed", `Use ${route.method} for this address.`);
  requirePermission(person, route.permission);
  const query = queryOf(request);
  const body = route.method === "POST" ? await readJson(request) : undefined;
  return route.answer({ gateway, ...person, query, body, id });
}

function findRoute(path: string): { readonly route: StaffRoute | undefined; readonly id: string } {
  const [word = "", part = "", ...more] = path.split("/").map(decodePart);
  const isKnown = (name: string) => more.length === 0 && Object.hasOwn(staffRoutes, name);
  if (part === "") return { route: isKnown(word) ? staffRoutes[word] : undefined, id: "" };
  const named = `${word}/${part}`;
  if (isKnown(named)) return { route: staffRoutes[named], id: "" };
  return { route: isKnown(`${word}/:id`) ? staffRoutes[`${word}/:id`] : undefined, id: part };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A parameter that comes twice is a list, which no schema accepts. */
function queryOf({ url }: ServerRequest): Record<string, string | string[]> {
  const [, text = ""] = url.split("?", 2);
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}

/** In bytes. 100 IDs, a note and a refund are less. */
const bodyLimit = 200_000;

/** @throws StaffRefusal `request_invalid` */
async function readJson(request: ServerRequest): Promise<unknown> {
  const body = await readRemainingBody(request, bodyLimit);
  switch (body.kind) {
    case "parsed":
      return body.fields;
    case "raw":
      return parseJson(new TextDecoder().decode(body.bytes));
    case "text":
      return parseJson(body.text);
    case "large":
      throw new StaffRefusal(413, "request_invalid", "The request is too large.");
    case "slow":
    case "aborted":
    case "consumed":
      throw new StaffRefusal(400, "request_invalid", "The request has no JSON object.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StaffRefusal(400, "request_invalid", "The request is not valid JSON.");
  }
}

const headers = {
  "cache-control": "no-store",
  "content-type": "application/json; charset=utf-8",
  "x-content-type-options": "nosniff",
};

function staffReply(status: number, body: unknown): ServerReply {
  return { status, headers, body: JSON.stringify(body) };
}
