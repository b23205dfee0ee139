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
  ["text/plain; application/json", "json_required"],
  ["multipart/form-data; boundary=x", "json_required"],
  ["application/jsonp", "json_required"],
  ["application/vnd.api+json", "json_required"],
  ["", "json_required"],
])("staff requests need JSON (M1): %s", (type, code) => {
  expect(codeOf({ "content-type": type })).toBe(code);
});

const shop = "https://shop.example";
const evil = "https://evil.example";
const [same, cross] = [{ "sec-fetch-site": "same-site" }, { "sec-fetch-site": "cross-site" }];
const cookie = "a=b";

/** What staff requests can be refused for in practice is in `tests/bad-input`. */
type Row = [what: string, headers: Record<string, string>, cors?: CorsOriginStatus];

test.each<Row>([
  ["a server, which is no browser", {}],
  ["the shop's own admin", { "sec-fetch-site": "same-origin", origin: shop }],
  ["the own origin, by a browser that does not name the site", { origin: shop }],
  ["an admin behind a proxy", { origin: "https://a.example", "x-forwarded-host": "a.example, b" }],
  ["the address bar", { "sec-fetch-site": "none" }],
  ["a listed origin of another site", { ...cross, origin: evil }, "listed"],
  ["a listed origin of the same site", { ...same, origin: evil }, "listed"],
  ["another site without cookies", { ...cross, origin: evil }, "any"],
  ["the own origin with cookies, by a browser that does not name the site", { origin: shop, cookie }, "any"],
  ["the own host at another port", { ...same, origin: "http://shop.example:5173", cookie }, "any"],
])("accepts %s", (_, headers, cors) => {
  expect(codeOf(headers, cors)).toBeUndefined();
});

test.each<Row>([
  ["another site that sends no origin", cross],
  ["another site at the own host's other scheme", { ...cross, origin: "http://shop.example" }],
  ["an origin that is none", { origin: "shop.example" }],
  ["another site with cookies", { ...cross, origin: evil, cookie }, "any"],
  ["another origin with cookies, by a browser that does not name the site", { origin: evil, cookie }, "any"],
  ["another host of the same site", { ...same, origin: "https://blog.shop.example", cookie }, "any"],
  [
    "another site that sets the forwarded host",
    { origin: evil, "x-forwarded-host": "evil.example", cookie },
    "any",
  ],
  ["an origin that is none, with cookies", { origin: "null", cookie }, "any"],
  ["a host that is none", { host: "a b", origin: shop, cookie }, "any"],
])("refuses %s", (_, headers, cors) => {
  expect(codeOf(headers, cors)).toBe("cross_site");
});
