import fc from "fast-check";
import { expect, test } from "vitest";
import { readSaleResponse } from "../../src/protocol/submit-sale.ts";
import { refusalExamples } from "../protocol/refusal/refusal-examples.ts";

const sent = { notifyToken: "N".repeat(26), returnToken: "R".repeat(26) };
const read = (body: string) => readSaleResponse(body, sent);

/** What servers print around an answer. None of it makes an object with what follows. */
const scraps = fc
  .array(
    fc.constantFrom(
      ...["Warning: ", "{foo} in bar.php ", "array{}", "{", "}", '"', "\\", '{"x" ', "[", "]", "<br>", "\n"],
      ...["{}", '{"line":3}', '{"a":{"b":"}"}}', "'", "status", "\uFEFF", "결제"],
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

const answers = fc.record({
  status: fc.constantFrom(0, 1, 2, "0", "1", "2", "error", 3),
  msg: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...Object.values(refusalExamples).flatMap((each) => Object.values(each).flat())),
    fc.constantFrom('{"status":0}', '}"{', '\\"}', "\\"),
  ),
  url: fc.constantFrom("https://gateway.test/pay/{7}", ""),
});

test("an answer means the same with any other text around it (RES-ODD)", () => {
  fc.assert(
    fc.property(scraps, answers, scraps, (before, answer, after) => {
      const body = JSON.stringify(answer);
      expect(read(`${before}x${body}x${after}`)).toEqual(read(body));
    }),
    { numRuns: 1000 },
  );
});

test("an answer means the same in a JSON text (RES-ODD)", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const body = JSON.stringify(answer);
      expect(read(JSON.stringify(body))).toEqual(read(body));
    }),
  );
});

test("no body throws, and only a body that names a status has a known outcome (RES-UNKNOWN)", () => {
  const bodies = fc.oneof(scraps, fc.string({ unit: "binary" }), fc.json(), fc.array(scraps).map(String));
  fc.assert(
    fc.property(bodies, (body) => {
      if (!body.includes('"status"')) expect(read(body).outcome).toBe("unknown");
      else read(body);
    }),
    { numRuns: 1000 },
  );
});
