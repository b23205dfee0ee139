import { expect, test } from "vitest";
import { type CorsOriginStatus, findForeignRequestProblem } from "../src/index.ts";

const own = { host: "shop.example", "content-type": "application/json" };
function codeOf(headers: Record<string, string | undefined>, cors: CorsOriginStatus = "refused") {
  return findForeignRequestProblem({ headers: { ...own, ...headers }, cors })?.code;
}

test.each([
  ["application/json", undefined],
  ["application/json; charset=utf-8", undefined],
  ["Application/JSON ;charset=utf-8", undefined],
  ["application/x-www-form-urlencoded", "json_required"],
  ["text/plain", "json_required"],
  ["text/plain; application/json", "json_required"],
  ["multipart/form-data; boundary=x", "json_required"],
  ["application/jsonp", "json_required"],
  ["application/vnd.api+json", "json_required"],
  ["", "json_required"],
  [undefined, "json_required"],
])("staff requests need JSON (M1): %s", (type, code) => {
  expect(codeOf({ "content-type": type })).toBe(code);
});

const elsewhere = "https://evil.example";
const listed = "https://admin.example";
test.each<[string, Record<string, string>, CorsOriginStatus, string | undefined]>([
  ["a server, which is no browser", {}, "refused", undefined],
  [
    "the shop's own admin",
    { "sec-fetch-site": "same-origin", origin: "https://shop.example" },
    "refused",
    undefined,
  ],
  [
    "a browser that does not name the site, of the own origin",
    { origin: "https://shop.example" },
    "refused",
    undefined,
  ],
  [
    "an admin behind a proxy",
    { origin: "https://a.example", "x-forwarded-host": "a.example, b" },
    "refused",
    undefined,
  ],
  [
    "an admin on a listed origin of another site",
    { "sec-fetch-site": "cross-site", origin: listed },
    "listed",
    undefined,
  ],
  [
    "an admin on a listed origin of the same site",
    { "sec-fetch-site": "same-site", origin: listed },
    "listed",
    undefined,
  ],
  ["the address bar", { "sec-fetch-site": "none" }, "refused", undefined],
  ["another site", { "sec-fetch-site": "cross-site", origin: elsewhere }, "refused", "cross_site"],
  [
    "another site that hides its origin",
    { "sec-fetch-site": "cross-site", origin: "null" },
    "refused",
    "cross_site",
  ],
  ["another site that sends no origin", { "sec-fetch-site": "cross-site" }, "refused", "cross_site"],
  [
    "another site at the own host's other scheme",
    { "sec-fetch-site": "cross-site", origin: "http://shop.example" },
    "refused",
    "cross_site",
  ],
  [
    "another origin of the same site",
    { "sec-fetch-site": "same-site", origin: "https://blog.example" },
    "refused",
    "cross_site",
  ],
  [
    "another origin, by a browser that does not name the site",
    { origin: elsewhere },
    "refused",
    "cross_site",
  ],
  ["an origin that is none", { origin: "shop.example" }, "refused", "cross_site"],
  [
    "another site with cookies, where any origin is allowed",
    { "sec-fetch-site": "cross-site", origin: "https://x.example", cookie: "a=b" },
    "any",
    "cross_site",
  ],
  [
    "another site without cookies, where any origin is allowed",
    { "sec-fetch-site": "cross-site", origin: "https://x.example" },
    "any",
    undefined,
  ],
  [
    "another site with cookies, by a browser that does not name the site, where any origin is allowed",
    { origin: "https://x.example", cookie: "a=b" },
    "any",
    "cross_site",
  ],
  [
    "the own origin with cookies, by a browser that does not name the site, where any origin is allowed",
    { origin: "https://shop.example", cookie: "a=b" },
    "any",
    undefined,
  ],
  [
    "the own host at another port, where any origin is allowed",
    { "sec-fetch-site": "same-site", origin: "http://shop.example:5173", cookie: "a=b" },
    "any",
    undefined,
  ],
  [
    "another host of the same site with cookies, where any origin is allowed",
    { "sec-fetch-site": "same-site", origin: "https://blog.shop.example", cookie: "a=b" },
    "any",
    "cross_site",
  ],
  [
    "another site that sets the forwarded host, where any origin is allowed",
    { origin: "https://x.example", "x-forwarded-host": "x.example", cookie: "a=b" },
    "any",
    "cross_site",
  ],
  [
    "an origin that is none, where any origin is allowed",
    { origin: "null", cookie: "a=b" },
    "any",
    "cross_site",
  ],
  [
    "a host that is none, where any origin is allowed",
    { host: "a b", origin: "https://shop.example", cookie: "a=b" },
    "any",
    "cross_site",
  ],
])("%s", (...[, headers, cors, code]) => {
  expect(codeOf(headers, cors)).toBe(code);
});

test("a refusal names the solution, and says that nothing was changed", () => {
  const cors = "refused";
  expect(findForeignRequestProblem({ headers: {}, cors })).toMatchObject({
    status: 415,
    message: expect.stringContaining("application/json"),
  });
  const headers = { ...own, "sec-fetch-site": "cross-site" };
  expect(findForeignRequestProblem({ headers, cors })).toMatchObject({
    status: 403,
    message: expect.stringMatching(/^Nothing was changed.*CORS/),
  });
});
