import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  attemptIdPattern,
  createAttemptId,
  createUrlToken,
  encodeBytesAsUrlToken,
  urlTokenPattern,
} from "../../src/protocol/random-ids.ts";

const counting = (size: number) => Uint8Array.from({ length: size }, (_, index) => index);

test("an ID has 20 characters and a token 26, one for each random byte (REQ-ORDERID, URL-TOKENS)", () => {
  expect(createAttemptId(counting)).toBe("0123456789ABCDEFGHJK");
  expect(createUrlToken(counting)).toBe("0123456789ABCDEFGHJKMNPQRS");
  expect(encodeBytesAsUrlToken(counting(40))).toBe("0123456789ABCDEFGHJKMNPQRS");
});

test("every byte maps to one of 32 characters, each equally often", () => {
  const counts = new Map<string, number>();
  for (let start = 0; start < 256; start += 20) {
    const text = createAttemptId((size) => Uint8Array.from({ length: size }, (_, index) => start + index));
    for (const character of text.slice(0, 256 - start))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect([...counts.keys()].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
  expect(new Set(counts.values())).toEqual(new Set([8]));
});

test("created IDs and tokens match their patterns and never contain an O: no address contains ok (REP-REFUSAL)", () => {
  for (let times = 0; times < 500; times++) {
    const [number, token] = [createAttemptId(randomBytes), createUrlToken(randomBytes)];
    expect(number).toMatch(attemptIdPattern);
    expect(token).toMatch(urlTokenPattern);
    expect(number + token).not.toMatch(/o/i);
  }
});

test("an ID has exactly 20 of its characters", () => {
  const zeros = "0".repeat(19);
  for (const text of ["", zeros, `${zeros}00`, `${zeros}O`, `${zeros}a`, `${zeros}0\n`, "..".repeat(7)])
    expect(attemptIdPattern.test(text), text).toBe(false);
});
