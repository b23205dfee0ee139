import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { NotifyTarget } from "../orders/notify-target.ts";
import type { DeliveryOutcome } from "../orders/order.ts";
import type { SendBarrier } from "./send-barrier.ts";

export interface DeliveryReply {
  readonly outcome: DeliveryOutcome;
  readonly httpStatus?: number;
  readonly reply?: string;
}

/** A reply is two letters; nobody needs to send more than this. */
const maxReplyBytes = 4096;

export interface PostOptions {
  /** Milliseconds for all of it. */
  readonly deadline: number;
  /** The last byte is sent when it opens; everybody who sends through it arrives there, also those who fail. */
  readonly gate?: SendBarrier;
}

/**
 * One POST to a shop. Never rejects: whatever the other side does is an outcome. Follows no redirect and connects to
 * none but the pinned addresses.
 */
export function postNotification(
  target: NotifyTarget,
  body: string,
  { deadline, gate }: PostOptions,
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
    // after finish() has destroyed the request it may still emit an error, which nobody needs any more
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

/** All but the last byte goes out at once; that one byte makes the request whole for the shop. */
function endAtBarrier(
  gate: SendBarrier,
  request: ClientRequest,
  { body, arrive }: { body: string; arrive: () => void },
): void {
  const bytes = Buffer.from(body);
  request.write(bytes.subarray(0, -1), arrive);
  void gate.opened.then(() => {
    if (!request.destroyed) request.end(bytes.subarray(-1));
  });
}

/** Node throws at once for the few addresses it cannot even write down. */
function tryToStart(target: NotifyTarget, body: string) {
  try {
    return startRequest(target, body);
  } catch {
    return undefined;
  }
}

function startRequest(target: NotifyTarget, body: string) {
  const { url, loopback } = target;
  const secure = url.protocol === "https:";
  return (secure ? httpsRequest : httpRequest)({
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    method: "POST",
    agent: false,
    lookup: createPinnedLookup(target),
    // a shop on this very machine has a certificate of its own making
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

function createPinnedLookup({ addresses }: NotifyTarget): LookupFunction {
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
    // REP-OK: the body alone decides, whatever the status says
    if (Buffer.concat(chunks).toString("utf8").trim() === "OK") answer("ok");
    else answer(isRedirect ? "redirect" : "refused");
  });
  response.on("error", () => answer("unreachable"));
}
