import type { ExportedRefund, ExportedReviewItem, Gateway } from "@pay-index/core";
import { expect, test } from "vitest";
import { exportQuerySchema } from "../src/staff/overview-schemas.ts";
import { exportCsv } from "../src/staff/staff-export.ts";

type Attempt = ReturnType<Gateway["exportAttempts"]> extends AsyncGenerator<infer Each> ? Each : never;
type Of = "payments" | "refunds" | "review-items";

const names = { reference: "order-1", attemptId: "N1", tenant: "default", merchantTenant: "north" };
const attempt: Attempt = {
  ...names,
  variant: "hosted",
  state: "paid",
  amount: { minor: 5, currency: "KWD" },
  chargedAmount: { minor: 1250, currency: "KWD" },
  startedAt: "2026-03-01T12:00:00.000Z",
  transactionIds: ["T1", "T2"],
  hasOpenReviewItems: false,
};
const refund: ExportedRefund = {
  ...names,
  cycle: 2,
  at: "2026-03-01T13:00:00.000Z",
  state: "succeeded",
  amount: { minor: 500, currency: "JPY" },
  refundId: "R-1",
  requestId: undefined,
  transactionId: "T1",
  operatorId: undefined,
};
const reviewItem: ExportedReviewItem = {
  merchantTenant: "north",
  amount: { minor: 1999, currency: "USD" },
  item: {
    id: "N1/paid-twice",
    kind: "paid-twice",
    ...{ tenant: "default", reference: "order-1", attemptId: "N1", dedupeKey: "" },
    status: "resolved",
    createdAt: "2026-03-01T14:00:00.000Z",
    problem: { code: "paid_twice", message: "Paid twice." },
    resolution: { at: "2026-03-02T08:00:00.000Z", note: "user_1: Refunded." },
  },
};

interface Records {
  readonly attempts?: readonly Attempt[];
  readonly refunds?: readonly ExportedRefund[];
  readonly items?: readonly ExportedReviewItem[];
}

/** Returns the CSV, and the periods that were asked for. */
async function exported(of: Of, { attempts = [], refunds = [], items = [] }: Records, tenants?: string[]) {
  const asked: unknown[] = [];
  const answer = <Each>(records: readonly Each[]) =>
    async function* (period: unknown): AsyncGenerator<Each, void, undefined> {
      asked.push(period);
      yield* records;
    };
  const gateway = {
    exportAttempts: answer(attempts),
    exportRefunds: answer(refunds),
    exportReviewItems: answer(items),
  };
  let text = "";
  for await (const piece of exportCsv(gateway, { of, from: "2026-03-01", to: "2026-03-02" }, tenants))
    text += piece;
  return { text, asked };
}

test("payments have a line each, with amounts as the currency writes them and instants with their zone", async () => {
  const { text, asked } = await exported("payments", { attempts: [attempt] }, ["north"]);
  expect(text).toBe(
    `\uFEFF"started_at","reference","gateway_order_id","tenant","merchant_tenant","variant","state","amount",` +
      `"charged_amount","currency","transaction_ids","has_open_review_items"\r\n` +
      `"2026-03-01T12:00:00.000Z","order-1","N1","default","north","hosted","paid","0.005","1.250","KWD","T1 T2","no"\r\n`,
  );
  const before = new Date("2026-03-03T00:00:00Z");
  expect(asked).toEqual([{ from: new Date("2026-03-01T00:00:00Z"), before, tenants: ["north"] }]);
});

test("refunds and review items have their own columns, and what is not known is empty", async () => {
  expect((await exported("refunds", { refunds: [refund] })).text).toBe(
    `\uFEFF"refunded_at","reference","gateway_order_id","tenant","merchant_tenant","cycle","state","amount","currency",` +
      `"refund_id","request_id","transaction_id","operator_id"\r\n` +
      `"2026-03-01T13:00:00.000Z","order-1","N1","default","north","2","succeeded","500","JPY","R-1","","T1",""\r\n`,
  );
  expect((await exported("review-items", { items: [reviewItem] })).text).toBe(
    `\uFEFF"created_at","reference","gateway_order_id","tenant","merchant_tenant","cycle","kind","problem_code","amount",` +
      `"currency","status","resolved_at","resolution","review_item_id"\r\n` +
      `"2026-03-01T14:00:00.000Z","order-1","N1","default","north","1","paid-twice","paid_twice","19.99","USD",` +
      `"resolved","2026-03-02T08:00:00.000Z","user_1: Refunded.","N1/paid-twice"\r\n`,
  );
});

test("an empty period has the header only", async () => {
  for (const of of ["payments", "refunds", "review-items"] as const)
    expect((await exported(of, {})).text.split("\r\n")).toHaveLength(2);
});

/** The cell of a reference, with its quotes. */
async function cellOf(reference: string): Promise<string> {
  const { text } = await exported("payments", { attempts: [{ ...attempt, reference }] });
  const line = text.split("\r\n")[1] ?? "";
  return line.slice('"2026-03-01T12:00:00.000Z",'.length, line.indexOf(',"N1"'));
}

test.each([
  ["an equals sign", "=1+2", `"'=1+2"`],
  ["a plus sign", "+1", `"'+1"`],
  ["a minus sign", "-1", `"'-1"`],
  ["an at sign", "@SUM(A1)", `"'@SUM(A1)"`],
  ["a sign in full width", "＝1", `"'＝1"`],
  ["a minus sign of mathematics", "\u22121", `"'\u22121"`],
  ["blanks before the sign", " \u00a0=1", `"' \u00a0=1"`],
  ["an invisible character before the sign", "\u200b=1", `"'\u200b=1"`],
  ["a sign behind a semicolon", "a;=1", `"a;'=1"`],
  ["a tab", "\t=1", String.raw`"\u0009=1"`],
  ["a line break", "\r\n=1", String.raw`"\u000d\u000a=1"`],
  ["a NUL", "\0=1", String.raw`"\u0000=1"`],
  ["a quote", `a",=1`, `"a"",=1"`],
  ["a mark that reverses the text", "a\u202eb", String.raw`"a\u202eb"`],
  ["letters of other scripts", "订单-1", `"订单-1"`],
])("a cell with %s begins no formula and no line", async (_name, given, cell) => {
  expect(await cellOf(given)).toBe(cell);
});

test("the period of a query is days of the calendar, the first one first", () => {
  const check = (from: string, to: string) =>
    exportQuerySchema.safeParse({ of: "payments", from, to }).success;
  expect(check("2026-03-01", "2026-03-01")).toBe(true);
  expect(check("2024-02-29", "2026-03-01")).toBe(true);
  for (const [from, to] of [
    ["2026-03-02", "2026-03-01"],
    ["2026-02-30", "2026-03-01"],
    ["2026-13-01", "2026-13-02"],
    ["2026-3-1", "2026-03-02"],
  ] as const)
    expect(check(from, to)).toBe(false);
});
