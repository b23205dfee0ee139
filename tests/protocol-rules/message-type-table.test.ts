import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  excludedFieldsOf,
  messageTypeRules,
  messageTypes,
} from "../../packages/core/src/protocol/messages/message-types.ts";

const page = readFileSync(new URL("../../docs/reference/protocol.md", import.meta.url), "utf8");

/** The cells of the table with this head. */
function rowsOf(head: string): string[][] {
  const [, table = ""] = page.split(`| ${head} |\n`);
  const lines = table.split("\n").slice(1);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

test("the page lists the fields that each type must sign, as core does (MSG-TYPE)", () => {
  expect(
    rowsOf("Type | Arrives at | Must be signed").map(([name, , required = ""]) => [name, required]),
  ).toEqual(
    messageTypes.map((type) => {
      const { name, requires } = messageTypeRules[type];
      const listed = requires.map((names) => (names.length === 1 ? `\`${names[0]}\`` : "a `refund_…` field"));
      return [name, listed.join(", ")];
    }),
  );
  const choices = messageTypes.flatMap((type) =>
    messageTypeRules[type].requires.filter(({ length }) => length > 1),
  );
  expect(choices.flat().every((name) => name.startsWith("refund_"))).toBe(true);
});

test("the page lists the fields that only some types may sign, as core does (MSG-TYPE)", () => {
  const rows = rowsOf("Must not be signed | Except in a");
  const documented = rows.flatMap(([names = "", types = ""]) => {
    const plain = types.replace(
      "reply to a refund or a refund query",
      "reply to a refund, reply to a refund query",
    );
    return namesIn(names).map((name) => [name, plain.split(", ").filter((type) => type !== "")]);
  });
  const names = [...new Set(messageTypes.flatMap((type) => excludedFieldsOf(type)))];
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      names.map((name) => [
        name,
        messageTypes
          .filter((type) => !excludedFieldsOf(type).includes(name))
          .map((type) => messageTypeRules[type].name),
      ]),
    ),
  );
});
