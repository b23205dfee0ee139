import { expect, test } from "vitest";
import { signingText, sortNames } from "../../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../../src/secret.ts";

test.each<[string, Record<string, string>, string]>([
  [
    "the pairs are sorted by name, and the key is always last (SIG-ORDER, SIG-KEY)",
    { zebra: "1", apple: "2", key0: "3", keep: "4" },
    "apple=2&keep=4&key0=3&zebra=1&key=k",
  ],
  [
    "names are sorted by their bytes, not by a language or by UTF-16 units (SIG-ORDER)",
    { "😀": "4", "～": "3", alpha: "1", Zeta: "2" },
    "Zeta=2&alpha=1&～=3&😀=4&key=k",
  ],
  ["names outside ASCII are sorted by their bytes as well", { "😀": "2", "～": "1" }, "～=1&😀=2&key=k"],
  [
    "empty values are omitted, zero and blanks are not (SIG-EMPTY)",
    { a: "", b: "0", c: " ", d: "0.00" },
    "b=0&c= &d=0.00&key=k",
  ],
  [
    "nothing is escaped (SIG-ORDER)",
    { url: "https://a.example/b c?d=%20+é" },
    "url=https://a.example/b c?d=%20+é&key=k",
  ],
])("%s", (_, fields, text) => {
  expect(signingText(Object.entries(fields), new Secret("k"))).toBe(text);
});

test.each([[["b", "a"]], [["orderid", "Z", "amount", "sign", "memberid", "_"]], [["😀", "～", "a", "é"]]])(
  "the names %j of a message are sorted by their bytes (SIG-ORDER)",
  (names) => {
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(sortNames(names)).toEqual(byBytes);
  },
);
