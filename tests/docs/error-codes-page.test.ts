import { errorCodes } from "@pay-index/core";
import { expect, test } from "vitest";
import { renderErrorCodesPage } from "./error-codes-page.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";

test("docs/reference/error-codes.md has the docstring of the codes (vitest run tests/docs -u writes it)", async () => {
  await expect(renderErrorCodesPage()).toMatchFileSnapshot("../../docs/reference/error-codes.md");
});

test("the docstring explains each code, and no other", () => {
  expect(findMarkdownEntryNames(renderErrorCodesPage()).toSorted()).toEqual(errorCodes.toSorted());
});
