import { staffTexts } from "@pay-index/core/staff";
import { Kind } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";

function namesOf(enumName: string): string[] {
  return adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === enumName
      ? (node.values ?? []).map(({ name }) => name.value.toLowerCase().replaceAll("_", "-"))
      : [],
  );
}

test.each([
  ["PayIndexGatewayRefundState", staffTexts.gatewayRefunds.states],
  ["PayIndexReviewKind", staffTexts.reviewItems],
  ["PayIndexSource", staffTexts.sources],
])("%s has every name that core has a text for", (enumName, texts) => {
  expect(namesOf(enumName).toSorted()).toEqual(Object.keys(texts).toSorted());
});
