import { englishStaffTexts } from "@pay-index/core/staff";
import { Kind } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";
import { reviewKinds } from "../src/dashboard/review-kinds.ts";

const { gatewayRefunds, reviewItems, sources, cancellation, query } = englishStaffTexts;
const keysOf = (texts: object) => Object.keys(texts);

test.each([
  [["PayIndexGatewayRefundState"], keysOf(gatewayRefunds.states)],
  [["PayIndexReviewKind"], keysOf(reviewItems)],
  [["PayIndexReviewKind"], reviewKinds],
  [["PayIndexSource"], keysOf(sources)],
  [["PayIndexCancelOutcome"], keysOf(cancellation.outcomes)],
  [
    ["PayIndexTradeState", "PayIndexQueryOutcome"],
    ["reported", ...keysOf(query.answers)],
  ],
])("%s of the Admin API have every name that core has a text for", (enums, names) => {
  const values = adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && enums.includes(node.name.value)
      ? (node.values ?? []).map(({ name }) => name.value)
      : [],
  );
  const expected = names.map((name) => name.toUpperCase().replaceAll("-", "_"));
  expect(values.toSorted()).toEqual(expected.toSorted());
});
