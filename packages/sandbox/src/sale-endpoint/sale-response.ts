import type { Fault, SaleResponseBreakage } from "../faults/fault.ts";
import type { GatewayBehaviour } from "../quirks/quirk.ts";

/** The response to a sale in the protocol: RES-STATUS, RES-URL or RES-ERROR. */
export type SaleResponse =
  | { readonly status: 0 | 2; readonly msg: string }
  | { readonly status: 1; readonly url: string }
  | { readonly status: "error"; readonly msg: string };

/** The response as it is sent. */
export type WireResponse =
  | {
      readonly kind: "whole";
      readonly httpStatus: 200 | 302 | 500;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  /** The headers declare more bytes than are sent. */
  | { readonly kind: "truncated"; readonly body: string; readonly promised: number }
  | { readonly kind: "endless" }
  | { readonly kind: "cut" };

/** The connection is closed without a response. */
export const cutResponse: WireResponse = { kind: "cut" };

const jsonHeaders = { "content-type": "application/json" };
/** More bytes than a client should accept. */
const oversizedBytes = 4 * 1024 * 1024;

/** Returns the response as it is sent. A fault can break it. */
export function toWireResponse(
  answer: SaleResponse,
  behaviour: GatewayBehaviour,
  faults: readonly Fault[],
): WireResponse {
  if (faults.some((fault) => fault.kind === "lost_connection")) return cutResponse;
  const broken = faults.find((fault) => fault.kind === "broken_response");
  return broken ? brokenResponses[broken.as](JSON.stringify(answer)) : toJsonResponse(answer, behaviour);
}

/** Returns a JSON object, or a JSON text that contains it, as the profile says. */
export function toJsonResponse(answer: object, behaviour: GatewayBehaviour): WireResponse {
  const object = JSON.stringify(answer);
  return completeResponse(behaviour.answer === "text" ? JSON.stringify(object) : object);
}

/** Returns the page of a proxy whose server does not answer. */
export function createBadGatewayHtmlResponse(): WireResponse {
  const page = "<!doctype html><title>502</title><h1>Bad gateway</h1>";
  return completeResponse(page, 200, { "content-type": "text/html" });
}

/** Returns the first characters of the response, for the timeline. */
export function summarizeResponse(answer: WireResponse, length = 300): { httpStatus: number; body: string } {
  switch (answer.kind) {
    case "whole":
      return { httpStatus: answer.httpStatus, body: answer.body.slice(0, length) };
    case "truncated":
      return { httpStatus: 200, body: answer.body.slice(0, length) };
    case "endless":
      return { httpStatus: 200, body: "(a body that never ends)" };
    case "cut":
      return { httpStatus: 0, body: "" };
  }
}

function completeResponse(
  body: string,
  httpStatus: 200 | 302 | 500 = 200,
  headers: Record<string, string> = jsonHeaders,
): WireResponse {
  return { kind: "whole", httpStatus, headers, body };
}

/** A total map: a breakage without a response does not compile. */
const brokenResponses: Readonly<Record<SaleResponseBreakage, (object: string) => WireResponse>> = {
  html: createBadGatewayHtmlResponse,
  empty: () => completeResponse(""),
  truncated: (object) => ({
    kind: "truncated",
    body: object.slice(0, Math.floor(object.length / 2)),
    promised: Buffer.byteLength(object),
  }),
  http_500: () => completeResponse("Internal Server Error", 500, { "content-type": "text/plain" }),
  redirect: () => completeResponse("", 302, { location: "/elsewhere" }),
  not_an_object: (object) => completeResponse(`[${object}]`),
  unknown_status: () => completeResponse('{"status":7,"msg":"of no list"}'),
  no_url: () => completeResponse('{"status":1,"msg":""}'),
  too_large: (object) => completeResponse(object.padEnd(oversizedBytes, " ")),
  endless: () => ({ kind: "endless" }),
};
