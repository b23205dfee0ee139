import { maskCardNumbers, maskText } from "@pay-index/core/adapter";
import { expect, test } from "vitest";
import { compileSnippets } from "./compile-snippets.ts";
import { findAllExamples } from "./docstring-examples.ts";
import { docstringReaderOf, docstringReaders } from "./docstring-reader-projects.ts";

const examples = findAllExamples();

test("docstring-reader-projects.ts says what the reader of each example has, and of no other", () => {
  expect([...examples.keys()]).toEqual(Object.keys(docstringReaders).sort());
});

test.each([...examples])("the examples in the docstrings of %s compile, strictly", (source, snippets) => {
  expect(compileSnippets(docstringReaderOf(source), snippets)).toEqual([]);
});

test("the examples of the functions that mask return what the docstrings say", () => {
  const returned = { maskCardNumbers, maskText };
  const lines = [...examples.values()].flat().flatMap(({ code }) => {
    const [, name = "", argument = '""', result = '""'] =
      /^(mask\w+)\((".*")\) \/\/ (".*")$/.exec(code) ?? [];
    return name in returned ? [{ mask: returned[name as keyof typeof returned], argument, result }] : [];
  });
  expect(lines).toHaveLength(2);
  for (const { mask, argument, result } of lines) expect(mask(JSON.parse(argument))).toBe(JSON.parse(result));
});
