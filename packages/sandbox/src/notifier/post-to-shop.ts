import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { DeliveryOutcome } from "../orders/order.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import type { SimultaneousSendBarrier } from "./simultaneous-send-barrier.ts";

export interface DeliveryReply {
  readonly outcome: DeliveryOutcome;
  readonly httpStatus?: number;
  readonly reply?: string;
}

/** Bytes. The expected reply has two letters. */
const maxReplyBytes = 4096;

export interface PostToShopOptions {
  /** Milliseconds for the whole delivery. */
  readonly deadline: number;
  /** The last byte is sent when the barrier opens. Every sender arrives at the barrier, also one that fails. */
  readonly gate?: SimultaneousSendBarrier;
}

/**
 * Sends one POST to a shop. Never rejects: every failure is an outcome. Follows no redirect, and connects only to the
 * pinned addresses.
 */
export function postToShop(
  target: ResolvedDeliveryTarget,
  body: string,
  { deadline, gate }: PostToShopOptions,
): Promise<DeliveryReply> {
  return new Promise((resolve) => {
    const arrive = runOnce(() => gate?.arrive());
    const request = tryToStart(target, body);
    const finish = (answer: DeliveryReply) => {
      clearTimeout(timer);
      arrive();
      resolve(answer);
      request?.destroy();
    };
    const timer = setTimeout(() => finish({ outcome: "timeout" }), deadline);
    if (!request) return finish({ outcome: "unreachable" });
    // A destroyed request can emit another error.
    request.on("error", () => finish({ outcome: "unreachable" }));
    request.on("close", () => finish({ outcome: "unreachable" }));
    request.on("response", (response) => readReply(response, finish));
    if (gate) endAtBarrier(gate, request, { body, arrive });
    else request.end(body);
  });
}

function runOnce(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}

/** Sends everything except the last byte. The shop gets the whole request only with that byte. */
function endAtBarrier(
  gate: SimultaneousSendBarrier,
  request: ClientRequest,
  { body, arrive }: { body: string; arrive: () => void },
): void {
  const bytes = Buffer.from(body);
  request.write(bytes.subarray(0, -1), arrive);
  void gate.opened.then(() => {
    if (!request.destroyed) request.end(bytes.subarray(-1));
  });
}

/** Node throws synchronously for some invalid addresses. */
function tryToStart(target: ResolvedDeliveryTarget, body: string) {
  try {
    return startRequest(target, body);
  } catch {
    return undefined;
  }
}

function startRequest(target: ResolvedDeliveryTarget, body: string) {
  const { url, loopback } = target;
  const secure = url.protocol === "https:";
  return (secure ? httpsRequest : httpRequest)({
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    method: "POST",
    agent: false,
    lookup: createPinnedLookup(target),
    // A shop on this machine can have a self-signed certificate.
    ...(secure ? { rejectUnauthorized: !loopback } : {}),
    headers: {
      host: url.host,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      "user-agent": "pay-index-sandbox",
      connection: "close",
    },
  });
}

function createPinnedLookup({ addresses }: ResolvedDeliveryTarget): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function readReply(response: IncomingMessage, finish: (answer: DeliveryReply) => void): void {
  const httpStatus = response.statusCode ?? 0;
  const isRedirect = httpStatus >= 300 && httpStatus < 400;
  const chunks: Buffer[] = [];
  let size = 0;
  const answer = (outcome: DeliveryOutcome) => {
    const text = Buffer.concat(chunks).toString("utf8");
    finish({ outcome, httpStatus, reply: text.slice(0, 60) });
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxReplyBytes) answer(isRedirect ? "redirect" : "too_large");
  });
  response.on("end", () => {
    // Only the body decides, whatever the status is (REP-OK).
    if (Buffer.concat(chunks).toString("utf8").trim() === "OK") answer("ok");
    else answer(isRedirect ? "redirect" : "refused");
  });
  response.on("error", () => answer("unreachable"));
}
