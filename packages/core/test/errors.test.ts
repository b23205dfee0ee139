import { describe, expect, test } from "vitest";
import { isPayIndexError, PayIndexError, problemsOfSchemaIssues } from "../src/errors.ts";

test("an error lists each problem on its own line", () => {
  const problems = [
    { path: "buyer.phone", message: "is required: text" },
    { path: "amount.minor", message: "must be more than zero" },
  ];
  const error = new PayIndexError("sale_invalid", "The sale cannot be sent.", { problems });
  expect(error.message).toBe(
    "The sale cannot be sent.\n  buyer.phone: is required: text\n  amount.minor: must be more than zero",
  );
  expect(error).toMatchObject({ name: "PayIndexError", code: "sale_invalid", problems });
  expect(error).toBeInstanceOf(Error);
});

test("an error has its cause, and no property cause without one", () => {
  const cause = new Error("disk full");
  expect(new PayIndexError("store_unavailable", "x", { cause }).cause).toBe(cause);
  expect(new PayIndexError("gateway_closed", "x")).not.toHaveProperty("cause");
  expect(new PayIndexError("gateway_closed", "x").problems).toEqual([]);
});

describe("isPayIndexError", () => {
  const copy = Object.assign(new Error("x"), { name: "PayIndexError", code: "gateway_closed" });
  test.each<[string, unknown, boolean]>([
    ["ours", new PayIndexError("gateway_closed", "x"), true],
    ["of another installed copy", copy, true],
    ["of another code", new PayIndexError("sale_invalid", "x"), false],
    ["another error with a code", Object.assign(new Error("x"), { code: "gateway_closed" }), false],
    ["no error", { name: "PayIndexError", code: "gateway_closed" }, false],
    ["null", null, false],
  ])("%s", (_, error, isGatewayClosed) => {
    expect(isPayIndexError(error, "gateway_closed")).toBe(isGatewayClosed);
  });

  test("without a code, every PayIndexError matches", () => {
    expect(isPayIndexError(new PayIndexError("sale_invalid", "x"))).toBe(true);
    expect(isPayIndexError(new TypeError("x"))).toBe(false);
  });
});

describe("problems of a schema", () => {
  test("the path of a problem is joined, and the root has a name", () => {
    expect(
      problemsOfSchemaIssues([
        { path: ["items", 0, "name"], message: "a" },
        { path: [], message: "b" },
      ]),
    ).toEqual([
      { path: "items.0.name", message: "a" },
      { path: "(all)", message: "b" },
    ]);
  });

  test("each unknown field has its own path", () => {
    expect(problemsOfSchemaIssues([{ path: ["buyer"], message: "x", keys: ["age", "zip_2"] }])).toEqual([
      { path: "buyer.age", message: "is not a known field here" },
      { path: "buyer.zip_2", message: "is not a known field here" },
    ]);
  });

  test.each(["1234567", "card1234567", "a b", "", "x".repeat(41), "näme", "a\nb", "_1234"])(
    "the key %j can contain a value, so no error repeats it (B-50)",
    (name) => {
      expect(problemsOfSchemaIssues([{ path: [], message: "x", keys: [name] }])).toEqual([
        { path: "(field)", message: "is not a known field here" },
      ]);
    },
  );
});
