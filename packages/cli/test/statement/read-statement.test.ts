import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readStatement, type StatementLine } from "../../src/statement/read-statement.ts";
import { readStatementFormat, type StatementFormat } from "../../src/statement/statement-format.ts";
import { createFolder } from "../fixtures/running-shop.ts";

const columns = {
  orderId: "Order",
  transactionId: "Transaction",
  amount: "Amount",
  kind: "Type",
  time: "Time",
};
const period = { from: new Date("2026-11-24T00:00:00Z"), before: new Date("2026-11-25T00:00:00Z") };

async function read(
  content: string | Uint8Array,
  saved: Partial<StatementFormat> = {},
): Promise<StatementLine[]> {
  const file = join(createFolder(), "statement");
  writeFileSync(file, content);
  const format = readStatementFormat({}, { columns, currency: "USD", ...saved });
  const lines: StatementLine[] = [];
  const reader = { format, timeZone: format.timeZone ?? "UTC", period };
  for await (const line of readStatement(file, reader)) lines.push(line);
  return lines;
}

const titles = "Order,Transaction,Amount,Type,Time";
const csv = (...rows: readonly string[]) => [titles, ...rows, ""].join("\r\n");
const row = {
  line: 2,
  kind: "sale",
  attemptId: "A1",
  transactionId: "T1",
  amount: { minor: 1999, currency: "USD" },
  at: new Date("2026-11-24T10:00:00Z"),
};

/** Chinese in GB18030: 订单号, 金额, 消费. */
const chinese = Buffer.from("b6a9b5a5bac52cbdf0b6ee2cc0e0d0cd0a41312c31392e39392ccffbb7d10a", "hex");

describe("readStatement: a row", () => {
  test.each<[string, string | Uint8Array, Partial<StatementFormat>?]>([
    ["of a CSV file", csv("A1,T1,19.99,sale,2026-11-24 10:00:00")],
    ["with a byte order mark", `\uFEFF${csv("A1,T1,19.99,sale,2026-11-24T10:00:00Z")}`],
    ["with quotes and tabs", csv('"A1","T1","19.99","sale","2026-11-24 10:00"').replaceAll(",", "\t")],
    ["with marks against rounding", csv('\'A1,"=""T1""",19.99,sale,20261124100000')],
    [
      "with decimals of another country",
      csv("A1,T1,19x99,sale,24.11.2026 11:00").replaceAll(",", ";").replace("x", ","),
      { decimalMark: ",", timeFormat: "dd.MM.yyyy HH:mm", timeZone: "Europe/Berlin" },
    ],
    [
      "with a word for its kind",
      csv("A1,T1,19.99,Verkauf,2026-11-24 10:00:00"),
      { kinds: { Verkauf: "sale" } },
    ],
  ])("%s", async (_, content, format) => {
    expect(await read(content, format)).toEqual([row]);
  });

  test("of a file in GB18030", async () => {
    const format = {
      encoding: "gb18030",
      columns: { orderId: "订单号", amount: "金额", kind: "类型" },
    } as const;
    const lines = await read(chinese, { ...format, kinds: { 消费: "sale" } });
    expect(lines).toMatchObject([{ kind: "sale", attemptId: "A1", amount: { minor: 1999 } }]);
  });

  test("of an Excel file, with numbers and times of Excel", async () => {
    const rows = [
      ["Statement of November"],
      titles.split(","),
      ["A1", "T1", 19.99, "sale", new Date("2026-11-24T10:00:00Z")],
    ];
    const file = await writeXlsx({ sheets: [{ name: "S", rows }] });
    expect(await read(file)).toEqual([{ ...row, line: 3 }]);
  });

  test("that does not count is ignored", async () => {
    const content = csv("A1,T1,19.99,sale,2026-11-24 10:00:00", "A2,T2,1.00,Fee,2026-11-24 10:00:00");
    expect(await read(content, { kinds: { Fee: "ignore" } })).toEqual([row, "ignored"]);
  });

  test("without a kind is a refund if its amount is negative", async () => {
    const { kind: _, ...others } = columns;
    const lines = await read(csv("A1,T1,-5.00,,2026-11-24 10:00:00"), { columns: others });
    expect(lines).toMatchObject([{ kind: "refund", amount: { minor: 500 } }]);
  });
});

describe("readStatement: a line that cannot be read", () => {
  test.each([
    ["a formula", "A1,T1,=19+0.99,sale,2026-11-24 10:00:00", "contains a formula"],
    [
      "an amount with another decimal mark",
      'A1,T1,"19,99",sale,2026-11-24 10:00:00',
      "thousands or decimals",
    ],
    ["an amount with too many decimals", "A1,T1,19.999,sale,2026-11-24 10:00:00", "amount or currency"],
    ["another spelling of times", "A1,T1,19.99,sale,24.11.2026 10:00", "timeFormat"],
    ["a day that does not exist", "A1,T1,19.99,sale,2026-11-31 10:00", "timeFormat"],
    ["a time outside of the period", "A1,T1,19.99,sale,2026-11-25 00:00:00", "outside of the period"],
    ["an ID that Excel rounded", "2.02611E+19,T1,19.99,sale,2026-11-24 10:00:00", "rounded an ID"],
    ["no ID, such as a total", ",,1999.00,sale,2026-11-24 10:00:00", "no order ID"],
    ["an unknown kind", "A1,T1,19.99,Gebuehr,2026-11-24 10:00:00", "statement.kinds"],
    ["too few columns", "A1,T1,19.9", "cut off"],
  ])("%s", async (_, line, problem) => {
    const content = csv("A0,T0,1.00,sale,2026-11-24 10:00:00", line);
    expect((await read(content))[1]).toEqual({ line: 3, problem: expect.stringContaining(problem) });
  });
});

describe("readStatement: a file that cannot be read", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["in another encoding", chinese, "statement_unreadable: encoding=gb18030"],
    ["in UTF-16", Buffer.from("\uFEFFOrder", "utf16le"), "statement_unreadable: UTF-16"],
    ["in the old format of Excel", Buffer.from("d0cf11e0a1b1", "hex"), "statement_unreadable: .xlsx or CSV"],
    ["cut off in a quoted cell", `${titles}\nA1,"T`, "statement_unreadable: cut off"],
    ["cut off Excel", Buffer.from("504b030414000600", "hex"), "statement_unreadable: cut off"],
    [
      "a large Excel",
      Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(5_000_000)]),
      "statement_unreadable: CSV",
    ],
    ["that is empty", "", "statement_unreadable: empty"],
    ["without a column", "Order,Type\nA1,sale", "statement_columns: Transaction, Amount, Time"],
  ])("%s", async (_, content, expected) => {
    const [code, text = ""] = expected.split(": ");
    await expect(read(content)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  });
});

test.each([
  [{}, "columns.amount is required"],
  [{ column: ["amount=A"] }, "columns.orderId is required"],
  [{ column: ["amount=A", "orderId=O", "price=P"] }, "columns.price is not a known field"],
  [{ column: ["amount"] }, "--column must be name=value"],
  [{ column: ["amount=A", "orderId=O"], format: ["encoding=big5"] }, "encoding must be utf-8 or gb18030"],
])("readStatementFormat refuses %j", (flags, message) => {
  expect(() => readStatementFormat(flags, undefined)).toThrow(message);
});
