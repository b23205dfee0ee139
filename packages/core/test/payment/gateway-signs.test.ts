import { expect, test } from "vitest";
import type { Attempt } from "../../src/payment/attempt.ts";
import { badSignAtOf, unconfirmedSuccessesOf } from "../../src/payment/gateway-signs.ts";
import { exampleAttempt } from "./example-attempt.ts";
import { exampleInquiry, exampleNotification, exampleResponse } from "./example-facts.ts";

const at = (minute: number) => `2026-11-20T11:0${minute}:00.000Z`;
const hint = (minute: number, result: "succeeded" | "fail" = "succeeded") => ({ at: at(minute), result });
const refused = { id: "q", at: at(4), code: "mismatch" as const, fields: {}, episode: 1 };
const approved = exampleResponse("approved", { at: at(1) });
const unknown = exampleResponse("unknown", { at: at(1) });
const verified = exampleNotification({ at: at(5) });

type Signs = readonly [bad: number | undefined, ...successes: readonly number[]];

test.each<[string, Partial<Attempt>, Signs]>([
  ["no clear answer, and a notification", { facts: [unknown, verified] }, [1]],
  ["an approved charge that pays", { facts: [{ ...approved, pays: true }] }, [undefined]],
  ["a buyer who paid", { returnHints: [hint(2, "fail"), hint(3)] }, [3, 3]],
  ["another answer", { facts: [exampleInquiry({ at: at(2), state: "failed" })] }, [undefined]],
  [
    "several signs",
    { facts: [approved, exampleInquiry({ at: at(2) })], returnHints: [hint(6)], quarantine: [refused] },
    [6, 1, 6, 2],
  ],
])("the signs of %s", (_, parts, [badSign, ...successes]) => {
  const attempt = exampleAttempt(parts);
  expect(badSignAtOf(attempt)).toBe(badSign === undefined ? undefined : at(badSign));
  expect(unconfirmedSuccessesOf(attempt)).toEqual(successes.map(at));
});

test("instants compare whatever their spelling", () => {
  const refusals = ["2026-11-20T11:04:00Z", "2026-11-20T11:04:00.500Z"].map((at) => ({ ...refused, at }));
  expect(badSignAtOf(exampleAttempt({ quarantine: refusals }))).toBe("2026-11-20T11:04:00.500Z");
});
