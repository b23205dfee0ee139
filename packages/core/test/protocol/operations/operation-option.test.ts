import { expect, test } from "vitest";
import {
  createOperationOptionSchema,
  documentedOperations,
  operationNames,
} from "../../../src/protocol/operations/operation-form.ts";

test.each(operationNames)("the documented form of %s is the default (OPS-PATH, OPS-SIGN)", (name) => {
  expect(createOperationOptionSchema(name).parse({})).toEqual(documentedOperations[name]);
});

const paths = ["pay/query", "https://other.example", "//other.example/q", "/pay/../query", "/q?a=1", ""];

test.each<[object, string]>([
  ...paths.map((path): [object, string] => [{ path }, "path"]),
  [{ signedFields: [] }, "signedFields"],
  [{ signedFields: ["pay_amount"] }, "signedFields.0"],
  [{ signedFields: ["pay_orderid", "pay_orderid"] }, "signedFields"],
  [{ url: "/query" }, ""],
])("%j is refused as an operation", (value, path) => {
  const { error } = createOperationOptionSchema("query").safeParse(value);
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
