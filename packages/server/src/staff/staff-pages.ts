import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EventHandler } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { findForeignRequestProblem } from "../foreign-request.ts";
import type { HttpRequest, HttpResponse } from "../http-types.ts";
import type { StaffApi, StaffApiRequest } from "./staff-api.ts";

/** What the staff pages need: the staff app and its API at one address. */
export interface StaffPagesParts {
  readonly api: StaffApi;
  /** The page of the built staff app. What it loads is beside it. */
  readonly app: URL;
  readonly onEvent: EventHandler;
  /** Returns the signed-in person. Undefined: nobody is signed in. */
  identify(request: HttpRequest): ReturnType<StaffApiRequest["identify"]>;
}

/** Handles the requests below the address at which the host mounts it. Never rejects. */
export type StaffPages = (request: HttpRequest, response: HttpResponse) => Promise<void>;

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
  return async (request, response) => {
    const [path = ""] = request.url.split("?", 1);
    const [, name = "", ...more] = path.split("/");
    if (name === "api") return answerApi(parts, { request, response, path: more.join("/") });
    try {
      await sendAppFile(parts, { request, response, path: path.slice(1) });
    } catch (error) {
      parts.onEvent({ event: "request-failed", route: "staff", error: toEventError(error) });
      sendText(response, 500, "The shop could not answer. Its log has the reason.");
    }
  };
}

type PageVisit = Omit<StaffApiRequest, "identify">;

/** The shop's session is a cookie, so a change must come from the own page. */
async function answerApi({ api, identify }: StaffPagesParts, visit: PageVisit): Promise<void> {
  const { request, response } = visit;
  const problem =
    request.method === "GET"
      ? undefined
      : findForeignRequestProblem({ headers: request.headers, cors: "refused" });
  if (problem === undefined) return api({ ...visit, identify: () => identify(request) });
  const { code, message } = problem;
  sendJsonError(response, problem.status, { code, message, problems: [] });
}

async function sendAppFile({ app, identify }: StaffPagesParts, visit: PageVisit): Promise<void> {
  const { request, response, path } = visit;
  const name = path === "" ? "index.html" : path;
  const type = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined;
  if (type === undefined) return sendText(response, 404, "There is no such page.");
  if (request.method !== "GET" && request.method !== "HEAD")
    return sendText(response, 405, "Use GET for this address.");
  // The app's addresses are relative to its own, which ends with a slash.
  if (path === "" && !isAtDirectory(request)) return redirectToDirectory(request, response);
  if ((await identify(request)) === undefined)
    return sendText(response, 401, "Sign in to the shop first. Then open this page again.");
  const content = await readFile(new URL(name, app));
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const headers = { ...securityHeaders, "content-type": type, "cache-control": "no-cache", etag };
  const isKnown = request.headers["if-none-match"] === etag;
  response.writeHead(isKnown ? 304 : 200, headers);
  response.end(isKnown ? undefined : content);
}

/** Express removes the address of the mount from `url`, and keeps the whole address in `originalUrl`. */
function isAtDirectory(request: HttpRequest): boolean {
  return fullPath(request).endsWith("/");
}

function redirectToDirectory(request: HttpRequest, response: HttpResponse): void {
  const [name = ""] = fullPath(request).split("/").slice(-1);
  response.writeHead(308, { location: `${encodeURI(decodeURI(name))}/`, "content-length": 0 });
  response.end();
}

function fullPath(request: HttpRequest): string {
  const whole = "originalUrl" in request ? String(request.originalUrl) : request.url;
  const [path = ""] = whole.split("?", 1);
  return path;
}

function sendText(response: HttpResponse, status: number, text: string): void {
  response.writeHead(status, { ...securityHeaders, "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}

function sendJsonError(response: HttpResponse, status: number, error: object): void {
  response.writeHead(status, { ...securityHeaders, "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ error }));
}
