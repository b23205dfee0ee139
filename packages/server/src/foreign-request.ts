import type { IncomingHttpHeaders } from "node:http";

/** How the host's CORS settings treat the origin of a request: `listed` by the shop, one of `any`, or `refused`. */
export type CorsOriginStatus = "listed" | "any" | "refused";

/** A request of a staff page or of a storefront that changes data. */
export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly cors: CorsOriginStatus;
}

/** Why a request was refused, with the HTTP status of the response. */
export interface ForeignRequestProblem {
  readonly code: "json_required" | "cross_site";
  readonly status: 415 | 403;
  readonly message: string;
}

const jsonRequired: ForeignRequestProblem = {
  code: "json_required",
  status: 415,
  message: "Nothing was changed. Send the request as JSON, with the header Content-Type: application/json.",
};

const crossSite: ForeignRequestProblem = {
  code: "cross_site",
  status: 403,
  message:
    "Nothing was changed: the request comes from a page of another site. Use the shop's own pages, or list the page's origin in the shop's CORS settings.",
};

/**
 * Returns why a request that changes data is refused, because another site can send it with the browser's cookies. Undefined: accept it.
 * A form of another site cannot send JSON, and the browser names the site of each request.
 */
export function findForeignRequestProblem(request: GuardedRequest): ForeignRequestProblem | undefined {
  if (!isJson(request.headers["content-type"])) return jsonRequired;
  return isFromAnotherSite(request) ? crossSite : undefined;
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

function isFromAnotherSite({ headers, cors }: GuardedRequest): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin") return false;
  if (origin === undefined) return site === "cross-site";
  switch (cors) {
    case "listed":
      return false;
    case "refused":
      return site === "cross-site" || !isOwnOrigin(origin, headers);
    case "any":
      // Without a cookie, the request contains nothing that identifies the user.
      return headers.cookie !== undefined && (site === "cross-site" || !isOwnHost(origin, headers));
  }
}

/**
 * Whether the page has the host name of this server, at any port: an admin in development has its own port. Browsers
 * send cookies to every port of a host, and X-Forwarded-Host can be forged.
 */
function isOwnHost(origin: string, { host }: IncomingHttpHeaders): boolean {
  const own = `http://${host}`;
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).hostname === new URL(own).hostname;
}

/** Pages of other sites can set these two headers only with the consent of CORS. */
function isOwnOrigin(origin: string, headers: IncomingHttpHeaders): boolean {
  const forwarded = headers["x-forwarded-host"];
  const hosts = [
    headers.host,
    typeof forwarded === "string" ? forwarded.split(",", 1)[0]?.trim() : undefined,
  ];
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
