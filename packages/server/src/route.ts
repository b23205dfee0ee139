import type { EventHandler, PayIndexEvent } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { type BodyParserError, toBodyParserError } from "./body-parser-error.ts";
import { refusalCodeOf, sendMethodNotAllowed, sendRefusal } from "./http-replies.ts";
import type { HttpRequest, HttpResponse, NextFunction } from "./http-types.ts";

/** A request of a route, with the parts of its path after the route's name. */
export interface RouteRequest {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly path: readonly string[];
  /** The error of a body parser of the host, if one failed before the router got the request. */
  readonly parserError?: BodyParserError | undefined;
}

export interface Route {
  /** `any`: the route itself checks the method. */
  readonly methods: readonly string[] | "any";
  /** The number of path parts after the route's name. */
  readonly parts: number;
  /** Whether `/` behind the address makes no difference. */
  readonly ignoresTrailingSlash?: true;
  answer(visit: RouteRequest): Promise<void> | void;
  /** Responds after an error in the route or in the host's body parsers. */
  fail(visit: RouteRequest, error: unknown): Promise<void> | void;
}

type BuyerRouteName = Extract<PayIndexEvent, { event: "request-failed" }>["route"];

/** Reports a failure to the shop. Failures at unknown addresses are not reported. */
export function reportFailure(
  { onEvent }: { readonly onEvent: EventHandler },
  route: BuyerRouteName,
  error: unknown,
): void {
  if (refusalCodeOf(error) !== "unknown")
    onEvent({ event: "request-failed", route, error: toEventError(error) });
}

/** Returns a handler that reports the failure and then responds with `answer`. */
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

/**
 * Finds and runs the route. Does not use a framework's router: refusals and error pages differ between versions and
 * contain the path. At the root of the shop, only the routes' own names are handled.
 */
export function dispatchRequest(routes: Routes, visit: Omit<RouteRequest, "path">, next: NextFunction): void {
  const [word = "", ...path] = pathSegmentsOf(visit.request);
  const route = routes.get(word);
  if (route !== undefined) runRoute(route, { ...visit, path });
  else if (visit.request.baseUrl === "") next();
  else sendRefusal(visit.response, "unknown");
}

/**
 * Handles an error of a body parser or another part of the host before the host's error page does. The address decides
 * as usual: the same routes, methods and refusals as without parsers.
 */
export function dispatchHostError(
  routes: Routes,
  { error, ...visit }: Omit<RouteRequest, "path"> & { readonly error: unknown },
  next: NextFunction,
): void {
  const [word = "", ...path] = pathSegmentsOf(visit.request);
  const route = routes.get(word);
  const parserError = toBodyParserError(error);
  if (route === undefined) {
    if (visit.request.baseUrl === "") next(error);
    else sendRefusal(visit.response, "unknown");
  } else if (parserError !== undefined) runRoute(route, { ...visit, path, parserError });
  else if (partsOf(route, path).length !== route.parts) sendRefusal(visit.response, "unknown");
  else void route.fail({ ...visit, path: partsOf(route, path) }, error);
}

function runRoute(route: Route, { path, ...request }: RouteRequest): void {
  const { methods, parts } = route;
  const visit = { ...request, path: partsOf(route, path) };
  if (visit.path.length !== parts) sendRefusal(visit.response, "unknown");
  else if (methods !== "any" && !methods.includes(visit.request.method))
    sendMethodNotAllowed(visit.response, methods);
  else void answerOrFail(route, visit);
}

function partsOf({ ignoresTrailingSlash }: Route, path: readonly string[]): readonly string[] {
  return ignoresTrailingSlash === true ? path.slice(0, path.findLastIndex((part) => part !== "") + 1) : path;
}

/** Never rejects: Express 4 would leave the request open (B-39). */
async function answerOrFail(route: Route, visit: RouteRequest): Promise<void> {
  try {
    await route.answer(visit);
  } catch (error) {
    await route.fail(visit, error);
  }
}

function pathSegmentsOf({ url }: HttpRequest): string[] {
  const [path = ""] = url.split("?", 1);
  return path.split("/").slice(1);
}
