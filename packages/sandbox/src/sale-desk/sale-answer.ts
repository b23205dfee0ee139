import type { Breakage, Fault } from "../faults/fault.ts";
import type { Behaviour } from "../quirks/quirk.ts";

/** What the protocol has the gateway answer: RES-STATUS, RES-URL or RES-ERROR. */
export type Answer =
  | { readonly status: 0 | 2; readonly msg: string }
  | { readonly status: 1; readonly url: string }
  | { readonly status: "error"; readonly msg: string };

/** What goes over the wire in the end. */
export type WireAnswer =
  | {
      readonly kind: "whole";
      readonly httpStatus: 200 | 302 | 500;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  /** The headers promise more than comes. */
  | { readonly kind: "truncated"; readonly body: string; readonly promised: number }
  | { readonly kind: "endless" }
  | { readonly kind: "cut" };

const jsonHeaders = { "content-type": "application/json" };
/** More than any client should take. */
const tooLarge = 4 * 1024 * 1024;

/** An answer as this gateway writes it, broken when a fault says so. */
export function wireAnswer(answer: Answer, behaviour: Behaviour, faults: readonly Fault[]): WireAnswer {
  if (faults.some((fault) => fault.kind === "lost_connection")) return { kind: "cut" };
  const broken = faults.find((fault) => fault.kind === "broken_response");
  const object = JSON.stringify(answer);
  if (broken) return brokenAnswer(broken.as, object);
  return whole(behaviour.answer === "text" ? JSON.stringify(object) : object);
}

/** The first 300 characters of what was answered, as the timeline shows it. */
export function answerShown(answer: WireAnswer): { httpStatus: number; body: string } {
  switch (answer.kind) {
    case "whole":
      return { httpStatus: answer.httpStatus, body: answer.body.slice(0, 300) };
    case "truncated":
      return { httpStatus: 200, body: answer.body.slice(0, 300) };
    case "endless":
      return { httpStatus: 200, body: "(a body that never ends)" };
    case "cut":
      return { httpStatus: 0, body: "" };
  }
}

function whole(
  body: string,
  httpStatus: 200 | 302 | 500 = 200,
  headers: Record<string, string> = jsonHeaders,
): WireAnswer {
  return { kind: "whole", httpStatus, headers, body };
}

function brokenAnswer(as: Breakage, object: string): WireAnswer {
  switch (as) {
    case "html":
      return whole("<!doctype html><title>502</title><h1>Bad gateway</h1>", 200, {
        "content-type": "text/html",
      });
    case "empty":
      return whole("");
    case "truncated": {
      const promised = Buffer.byteLength(object);
      return { kind: "truncated", body: object.slice(0, Math.floor(object.length / 2)), promised };
    }
    case "http_500":
      return whole("Internal Server Error", 500, { "content-type": "text/plain" });
    case "redirect":
      return whole("", 302, { location: "/elsewhere" });
    case "not_an_object":
      return whole(`[${object}]`);
    case "unknown_status":
      return whole('{"status":7,"msg":"of no list"}');
    case "no_url":
      return whole('{"status":1,"msg":""}');
    case "too_large":
      return whole(object.padEnd(tooLarge, " "));
    case "endless":
      return { kind: "endless" };
  }
}
