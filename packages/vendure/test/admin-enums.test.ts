import { englishStaffTexts } from "@pay-index/core/staff";
import { Kind } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";
import { reviewKinds } from "../src/dashboard/review-kinds.ts";

function valuesOf(enumName: string): string[] {
  return adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === enumName
      ? (node.values ?? []).map(({ name }) => name.value)
      : [],
  );
}

const namesOf = (enumName: string) =>
  valuesOf(enumName).map((value) => value.toLowerCase().replaceAll("_", "-"));

test.each([
  ["PayIndexGatewayRefundState", englishStaffTexts.gatewayRefunds.states],
  ["PayIndexReviewKind", englishStaffTexts.reviewItems],
  ["PayIndexSource", englishStaffTexts.sources],
])("%s has every name that core has a text for", (enumName, texts) => {
  expect(namesOf(enumName).toSorted()).toEqual(Object.keys(texts).toSorted());
});

test("the dashboard filters the review queue by every kind of the Admin API", () => {
  expect(reviewKinds.toSorted()).toEqual(valuesOf("PayIndexReviewKind").toSorted());
});
