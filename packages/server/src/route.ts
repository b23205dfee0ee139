import type { EventHandler, PayIndexEvent } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { refusalReply } from "@pay-index/core/protocol";
import { type BodyParserError, toBodyParserError } from "./body-parser-error.ts";
import { methodNotAllowedReply, refusalCodeOf } from "./http-replies.ts";
import type { ServerReply, ServerRequest } from "./http-types.ts";

/** A request of a route, with the parts of its path after the route's name. */
export interface RouteRequest {
  readonly request: ServerRequest;
  readonly path: readonly string[];
  /** The error of a body parser of the host, if one failed before the router got the request. */
  readonly parserError?: BodyParserError | undefined;
}

/** The reply of a route. Undefined: the sender disconnected, and gets none. */
type RouteAnswer = ServerReply | undefined;

export interface Route {
  /** `any`: the route itself checks the method. */
  readonly methods: readonly string[] | "any";
  /** The number of path parts after the route's name. */
  readonly parts: number;
  /** Whether `/` behind the address makes no difference. */
  readonly ignoresTrailingSlash?: true;
  answer(visit: RouteRequest): Promise<RouteAnswer> | RouteAnswer;
  /** Returns the reply after an error in the route or in the host's body parsers. */
  fail(visit: RouteRequest, error: unknown): Promise<ServerReply> | ServerReply;
}

export type BuyerRouteName = Extract<PayIndexEvent, { event: "request-failed" }>["route"];

/** Reports a failure to the shop. Failures at unknown addresses are not reported. */
export function reportFailure(
  { onEvent }: { readonly onEvent: EventHandler },
  route: BuyerRouteName,
  error: unknown,
): void {
  if (refusalCodeOf(error) !== "unknown")
    onEvent({ event: "request-failed", route, error: toEventError(error) });
}

/** Returns a handler that reports the failure and then replies with `answer`. */
export function withFailureReport(
  shop: { readonly onEvent: EventHandler },
  route: BuyerRouteName,
  answer: Route["fail"],
): Route["fail"] {
  return (visit, error) => {
    reportFailure(shop, route, error);
    return answer(visit, error);
  };
}

export type Routes = ReadonlyMap<string, Route>;

/** Whether a request is for these routes. At the root of the shop, only the routes' own names are. */
export function isForRoutes(routes: Routes, request: ServerRequest): boolean {
  return request.baseUrl !== "" || routes.has(pathSegmentsOf(request)[0] ?? "");
}

/**
 * Finds and runs the route. Does not use a framework's router: refusals and error pages differ between versions and
 * contain the path.
 */
export async function answerRequest(routes: Routes, request: ServerRequest): Promise<RouteAnswer> {
  const [word = "", ...path] = pathSegmentsOf(request);
  const route = routes.get(word);
  return route === undefined ? refusalReply("unknown") : runRoute(route, { request, path });
}

/**
 * Handles an error of a body parser or another part of the host before the host's error page does. The address decides
 * as usual: the same routes, methods and refusals as without parsers.
 */
export async function answerHostError(
  routes: Routes,
  request: ServerRequest,
  error: unknown,
): Promise<RouteAnswer> {
  const [word = "", ...path] = pathSegmentsOf(request);
  const route = routes.get(word);
  const parserError = toBodyParserError(error);
  if (route === undefined) return refusalReply("unknown");
  if (parserError !== undefined) return runRoute(route, { request, path, parserError });
  const parts = partsOf(route, path);
  return parts.length === route.parts ? route.fail({ request, path: parts }, error) : refusalReply("unknown");
}

async function runRoute(route: Route, { path, ...request }: RouteRequest): Promise<RouteAnswer> {
  const { methods, parts } = route;
  const visit = { ...request, path: partsOf(route, path) };
  if (visit.path.length !== parts) return refusalReply("unknown");
  if (methods !== "any" && !methods.includes(visit.request.method)) return methodNotAllowedReply(methods);
  try {
    return await route.answer(visit);
  } catch (error) {
    return route.fail(visit, error);
  }
}

function partsOf({ ignoresTrailingSlash }: Route, path: readonly string[]): readonly string[] {
  return ignoresTrailingSlash === true ? path.slice(0, path.findLastIndex((part) => part !== "") + 1) : path;
}

/** Returns the text of a path part. Empty if it cannot be decoded: then it is the name of no merchant, and has no form token. */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function pathSegmentsOf({ url }: ServerRequest): string[] {
  const [path = ""] = url.split("?", 1);
  return path.split("/").slice(1);
}
