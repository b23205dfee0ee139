import { expect, test } from "vitest";
import {
  type CancellationFact,
  cancellationFactSchema,
  cancelRequesterSchema,
} from "../../src/payment/cancellation.ts";

const at = "2026-01-10T10:00:00.000Z";
const source = "cancellation" as const;

test.each<CancellationFact>([
  { source, at, step: "requested", by: "buyer" },
  { source, at, step: "requested", by: { id: "user_1", name: "Grace" } },
  { source, at, step: "confirmed" },
  { source, at, step: "confirmed", lastCycle: 3 },
  { source, at, step: "refused" },
  { source, at, step: "refused", text: "Already cancelled." },
])("a step of a cancellation is read unchanged: %#", (fact) => {
  expect(cancellationFactSchema().parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test.each(["seller", undefined, {}, 7])("the requester %j is refused with both choices", (requester) => {
  expect(
    cancelRequesterSchema()
      .safeParse(requester)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['must be "buyer", or name the operator: { id, name }']);
});
