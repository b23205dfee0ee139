import { expect, test } from "vitest";
import {
  createOperationOptionSchema,
  documentedOperations,
  operationNames,
} from "../../../src/protocol/operations/operation-form.ts";

test.each(operationNames)("the documented form of %s is the default (OPS-PATH, OPS-SIGN)", (name) => {
  expect(createOperationOptionSchema(name).parse({})).toEqual(documentedOperations[name]);
});

test.each<[object, string]>([
  [{ path: "pay/trade/query" }, "path"],
  [{ path: "https://other.example/query" }, "path"],
  [{ path: "//other.example/query" }, "path"],
  [{ path: "/pay/../query" }, "path"],
  [{ path: "/query?a=1" }, "path"],
  [{ path: "" }, "path"],
  [{ signedFields: [] }, "signedFields"],
  [{ signedFields: ["pay_amount"] }, "signedFields.0"],
  [{ signedFields: ["pay_orderid", "pay_orderid"] }, "signedFields"],
  [{ url: "/query" }, ""],
])("%j is refused as an operation", (value, path) => {
  const { error } = createOperationOptionSchema("query").safeParse(value);
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
