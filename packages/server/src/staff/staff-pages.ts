import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EventHandler } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { findForeignRequestProblem } from "../foreign-request.ts";
import type { ServerReply, ServerRequest } from "../http-types.ts";
import type { StaffApi, StaffApiRequest } from "./staff-api.ts";

/** What the staff pages need: the staff app and its API at one address. */
export interface StaffPagesParts {
  readonly api: StaffApi;
  /** The page of the built staff app. What it loads is beside it. */
  readonly app: URL;
  readonly onEvent: EventHandler;
  /** Returns the signed-in person. Undefined: nobody is signed in. */
  identify(request: ServerRequest): ReturnType<StaffApiRequest["identify"]>;
}

/** Handles the requests below the address at which the host mounts it. Never rejects. */
export type StaffPages = (request: ServerRequest) => Promise<ServerReply>;

const contentTypes: Readonly<Record<string, string>> = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
};

const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Creates the staff pages of a shop without an admin of its own. */
export function createStaffPages(parts: StaffPagesParts): StaffPages {
  return async (request) => {
    const [path = ""] = request.url.split("?", 1);
    const [, name = "", ...more] = path.split("/");
    if (name === "api") return answerApi(parts, request, more.join("/"));
    try {
      return await appFileReply(parts, request, path.slice(1));
    } catch (error) {
      parts.onEvent({ event: "request-failed", route: "staff", error: toEventError(error) });
      return textReply(500, "The shop could not answer. Its log has the reason.");
    }
  };
}

/** The shop's session is a cookie, so a change must come from the own page. */
async function answerApi(
  { api, identify }: StaffPagesParts,
  request: ServerRequest,
  path: string,
): Promise<ServerReply> {
  const problem =
    request.method === "GET"
      ? undefined
      : findForeignRequestProblem({ headers: request.headers, cors: "refused" });
  if (problem === undefined) return api({ request, path, identify: () => identify(request) });
  const { status, code, message } = problem;
  const headers = { ...securityHeaders, "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify({ error: { code, message, problems: [] } }) };
}

async function appFileReply(
  { app, identify }: StaffPagesParts,
  request: ServerRequest,
  path: string,
): Promise<ServerReply> {
  const name = path === "" ? "index.html" : path;
  const type = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined;
  if (type === undefined) return textReply(404, "There is no such page.");
  if (request.method !== "GET" && request.method !== "HEAD")
    return textReply(405, "Use GET for this address.");
  // The app's addresses are relative to its own, which ends with a slash.
  if (path === "" && !fullPath(request).endsWith("/")) return directoryRedirect(request);
  if ((await identify(request)) === undefined)
    return textReply(401, "Sign in to the shop first. Then open this page again.");
  const content = await readFile(new URL(name, app));
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const headers = { ...securityHeaders, "content-type": type, "cache-control": "no-cache", etag };
  const isKnown = request.headers["if-none-match"] === etag;
  return { status: isKnown ? 304 : 200, headers, body: isKnown ? "" : content };
}

function directoryRedirect(request: ServerRequest): ServerReply {
  const [name = ""] = fullPath(request).split("/").slice(-1);
  return { status: 308, headers: { location: `${encodeURI(decodeURI(name))}/` }, body: "" };
}

function fullPath({ originalUrl }: ServerRequest): string {
  const [path = ""] = originalUrl.split("?", 1);
  return path;
}

function textReply(status: number, text: string): ServerReply {
  return { status, headers: { ...securityHeaders, "content-type": "text/plain; charset=utf-8" }, body: text };
}
