import { expect, test } from "vitest";
import { equalsInConstantTime, md5Digest } from "../../../src/protocol/signature/digest.ts";

test.each([
  // printf '%s' '' | md5sum | tr a-f A-F
  ["", "D41D8CD98F00B204E9800998ECF8427E"],
  // printf '%s' 'abc' | md5sum | tr a-f A-F
  ["abc", "900150983CD24FB0D6963F7D28E17F72"],
  // printf '%s' 'é😀' | md5sum | tr a-f A-F
  ["é😀", "62B3AFE3B01F6F80152B567D9B216CDE"],
])("MD5 of %j in upper case (SIG-DIGEST)", (text, expected) => {
  expect(md5Digest(text)).toBe(expected);
});

test.each([
  ["same", "same", true],
  ["", "", true],
  ["é", "é", true],
  ["same", "Same", false],
  ["same", "samf", false],
  ["same", "sam", false],
  ["", "a", false],
  ["é", "e\u0301", false],
])("%j and %j: %s", (a, b, same) => {
  expect(equalsInConstantTime(a, b)).toBe(same);
});
