import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { DeliveryOutcome } from "../book/order.ts";
import type { Gate } from "./gate.ts";
import type { NotifyTarget } from "./notify-target.ts";

export interface Answer {
  readonly outcome: DeliveryOutcome;
  readonly httpStatus?: number;
  readonly reply?: string;
}

/** A reply is two letters; nobody needs to send more than this. */
const maxReplyBytes = 4096;

export interface Sending {
  /** Milliseconds for all of it. */
  readonly deadline: number;
  /** The last byte is sent when it opens; everybody who sends through it arrives there, also those who fail. */
  readonly gate?: Gate;
}

/**
 * One POST to a shop. Never rejects: whatever the other side does is an outcome. Follows no redirect and connects to
 * none but the pinned addresses.
 */
export function postOnce(target: NotifyTarget, body: string, { deadline, gate }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const arrive = once(() => gate?.arrive());
    const request = tryToStart(target, body);
    const finish = (answer: Answer) => {
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
    if (gate) endThrough(gate, request, { body, arrive });
    else request.end(body);
  });
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}

/** All but the last byte goes out at once; that one byte makes the request whole for the shop. */
function endThrough(
  gate: Gate,
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
    lookup: pinnedLookup(target),
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

function pinnedLookup({ addresses }: NotifyTarget): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function readReply(response: IncomingMessage, finish: (answer: Answer) => void): void {
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
