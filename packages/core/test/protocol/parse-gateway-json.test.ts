import { afterEach, expect, test, vi } from "vitest";
import { parseGatewayJson } from "../../src/protocol/parse-gateway-json.ts";

const answer = '{"status":1}';
const parse = (text: string) => parseGatewayJson(text, { isAnswer: (object) => "status" in object });

afterEach(() => vi.restoreAllMocks());

test("a few braces that begin no object are passed over, many are not (RES-ODD)", () => {
  const misleading = (count: number) => `${'{"x" '.repeat(count)}${answer}`;
  expect(parse(misleading(31))).toEqual({ status: 1 });
  expect(parse(misleading(32))).toBe("not_json");
});

test("objects that are not the answer do not count as misleading braces (RES-ODD)", () => {
  expect(parse(`${'{"line":1}\n'.repeat(1000)}${answer}`)).toEqual({ status: 1 });
});

test("two answers in one body say nothing (RES-ODD)", () => {
  expect(parse(`${answer}{"status":2}`)).toBe("not_json");
  expect(parse(`${answer}{"line":2}`)).toEqual({ status: 1 });
});

const units = ["{", '{"', '{"a":', '{"a":{}', '"{', '{"\\\\"', "{ ", "}{"];
const repeated = units.map((unit) => unit.repeat(Math.floor(65_536 / unit.length)));

test.each([...repeated, `${'{"x"'.repeat(13_000)}${"}".repeat(13_000)}`])(
  "64 kB of braces are read in a limited number of passes (RES-ODD), example %#",
  (text) => {
    let passes = 0;
    const { parse: parseJson } = JSON;
    vi.spyOn(JSON, "parse").mockImplementation((json: string) => {
      passes += json.length / text.length;
      return parseJson(json);
    });
    expect(parse(text)).toBe("not_json");
    expect(passes).toBeLessThanOrEqual(34);
  },
);
