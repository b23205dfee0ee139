import { eventError, type Observe, type PayIndexEvent } from "@pay-index/core";
import { sendMethod, sendWord, wordOf } from "./answer.ts";
import type { HttpRequest, HttpResponse, Next } from "./http.ts";
import { type ParserError, parserErrorOf } from "./parser-error.ts";

/** One request below the router, with the parts of its path after the route's own word. */
export interface Visit {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly path: readonly string[];
  /** Set when a body parser of the host failed before the router had the request. */
  readonly parserError?: ParserError | undefined;
}

export interface Route {
  /** `any`: the route refuses methods itself. */
  readonly methods: readonly string[] | "any";
  /** How many parts follow the route's own word. */
  readonly parts: number;
  answer(visit: Visit): Promise<void> | void;
  /** Something was thrown, here or by the host on the way here. */
  fail(visit: Visit, error: unknown): Promise<void> | void;
}

type BuyerRoute = Extract<PayIndexEvent, { event: "request-failed" }>["route"];

/** Tells the shop of a failure. An address that nobody has is none of the shop's. */
export function tell({ observe }: { readonly observe: Observe }, route: BuyerRoute, error: unknown): void {
  if (wordOf(error) !== "unknown") observe({ event: "request-failed", route, error: eventError(error) });
}

/** The failure answered as `answer` does, and told to the shop. */
export function told(
  shop: { readonly observe: Observe },
  route: BuyerRoute,
  answer: Route["fail"],
): Route["fail"] {
  return (visit, error) => {
    tell(shop, route, error);
    return answer(visit, error);
  };
}

export type Routes = ReadonlyMap<string, Route>;

/**
 * Finds the route. No framework's own router: its refusals and error pages differ from version to version, and echo the path.
 * At the root of the shop only our own words are ours.
 */
export function routeOf(routes: Routes, visit: Omit<Visit, "path">, next: Next): void {
  const [word = "", ...path] = partsOf(visit.request);
  const route = routes.get(word);
  if (route !== undefined) take(route, { ...visit, path });
  else if (visit.request.baseUrl === "") next();
  else sendWord(visit.response, "unknown");
}

/**
 * An error of a body parser or another part of the host, on its way to the host's error page. A body that a parser could not read changes
 * nothing about the address: the same routes, methods and refusals as without parsers.
 */
export function failureOf(
  routes: Routes,
  { error, ...visit }: Omit<Visit, "path"> & { readonly error: unknown },
  next: Next,
): void {
  const [word = "", ...path] = partsOf(visit.request);
  const route = routes.get(word);
  const parserError = parserErrorOf(error);
  if (route === undefined) {
    if (visit.request.baseUrl === "") next(error);
    else sendWord(visit.response, "unknown");
  } else if (parserError !== undefined) take(route, { ...visit, path, parserError });
  else if (path.length !== route.parts) sendWord(visit.response, "unknown");
  else void route.fail({ ...visit, path }, error);
}

function take(route: Route, visit: Visit): void {
  const { methods, parts } = route;
  if (visit.path.length !== parts) sendWord(visit.response, "unknown");
  else if (methods !== "any" && !methods.includes(visit.request.method)) sendMethod(visit.response, methods);
  else void answered(route, visit);
}

/** Never rejects: Express 4 would leave the request open (B-39). */
async function answered(route: Route, visit: Visit): Promise<void> {
  try {
    await route.answer(visit);
  } catch (error) {
    await route.fail(visit, error);
  }
}

function partsOf({ url }: HttpRequest): string[] {
  const [path = ""] = url.split("?", 1);
  return path.split("/").slice(1);
}
