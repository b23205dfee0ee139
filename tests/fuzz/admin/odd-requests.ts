import { canaryCard, oddValues } from "../messages/odd-texts.ts";
import type { Random } from "../random.ts";

/** What the browser says about the page that sent the request. */
export interface SendingPage {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the documents do not say. */
  readonly isForeign: boolean | undefined;
}

export const jsonContentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
] as const;

/** Undefined: no header. */
export const otherContentTypes = [
  undefined,
  "",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/plain; application/json",
  "multipart/form-data; boundary=fuzz",
  "application/json-patch+json",
  "text/json",
  "application/graphql",
  "application/xml",
] as const;

/** Values in place of an id in a path or a variable. */
export function oddId(id: string, random: Random): string {
  return random.pick([
    ...oddValues.map((value) => value.slice(0, 300)),
    "__proto__",
    "constructor",
    `${id}x`,
    id.slice(1),
    id.toLowerCase(),
    `${id}/decision`,
    "..",
    "../..",
    "%00",
    "%",
    "%ff",
    "' OR '1'='1",
    "1; DROP TABLE pay_index_attempt",
    "x".repeat(3000),
    "00000000000000000000",
  ]);
}

/** Values in place of any member of a JSON body. */
export function oddMember(random: Random): unknown {
  return random.pick<unknown>([
    ...oddValues,
    null,
    true,
    0,
    -1,
    1,
    2.5,
    2 ** 53,
    [],
    ["closed"],
    {},
    { $ne: null },
    { toString: "x" },
    canaryCard.slice(0, 6),
    "x".repeat(2001),
    "\ud800",
  ]);
}

/** A JSON text that is broken, oversized or oddly encoded. */
export function brokenJson(json: string, random: Random): Buffer {
  const at = random.int(json.length);
  return random.pick<() => Buffer>([
    () => Buffer.from(json.slice(0, at)),
    () => Buffer.from(`${json}${json}`),
    () => Buffer.from(`\ufeff${json}`),
    () => Buffer.from(json, "utf16le"),
    () => Buffer.concat([Buffer.from(json.slice(0, at)), random.bytes(3), Buffer.from(json.slice(at))]),
    () => Buffer.from("null"),
    () => Buffer.from("[]"),
    () => Buffer.from('"text"'),
    () => Buffer.from("7"),
    () => Buffer.from(`${"[".repeat(5000)}${"]".repeat(5000)}`),
    () => Buffer.from(`${json.slice(0, -1)},"filler":"${"x".repeat(200_000)}"}`),
    () => Buffer.alloc(0),
  ])();
}

/** Headers that change nothing about what is allowed. */
export function oddHeaders(random: Random): Record<string, string> {
  const all: Record<string, string> = {
    "x-http-method-override": "POST",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": "https",
    accept: random.pick(["text/html", "*/*", "application/json", ""]),
    "accept-language": random.pick(["zh-Hans", "x".repeat(300), "*"]),
    "content-encoding": random.pick(["gzip", "br", "identity", "x"]),
    referer: "https://evil.example/",
    "x-forwarded-user": "admin",
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.08)));
}
