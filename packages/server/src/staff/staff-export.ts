import { type Gateway, toAmountText } from "@pay-index/core";
import { showControlCharacters, type z } from "@pay-index/core/adapter";
import type { ServerReply } from "../http-types.ts";
import { exportQuerySchema } from "./overview-schemas.ts";
import type { StaffVisit } from "./staff-reads.ts";
import { readRequest } from "./staff-refusal.ts";

type CheckedQuery = z.output<typeof exportQuerySchema>;
type Cell = string | number | undefined;
type ExportSource = Pick<Gateway, "exportAttempts" | "exportRefunds" | "exportReviewItems">;

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = "\uFEFF";

const millisecondsOfDay = 86_400_000;

/** Characters of a piece: a response sends each one by itself. */
const pieceLength = 16_000;

/**
 * Returns the records of a period as a CSV file (RFC 4180), in pieces of whole lines. Every cell is in quotes, and no cell begins as a
 * formula. Amounts are as the currency writes them, and instants are ISO texts in UTC.
 *
 * @param tenants the tenants whose merchants take the money. Undefined: all
 * @throws PayIndexError `query_invalid`, `store_unavailable`
 */
export async function* exportCsv(
  gateway: ExportSource,
  { of, from, to }: CheckedQuery,
  tenants?: readonly string[],
): AsyncGenerator<string, void, undefined> {
  const before = new Date(Date.parse(`${to}T00:00:00Z`) + millisecondsOfDay);
  const { header, rows } = exports[of];
  let piece = byteOrderMark + toLine(header);
  for await (const row of rows(gateway, { from: new Date(`${from}T00:00:00Z`), before, tenants })) {
    piece += toLine(row);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** A file that a staff route answers with. */
export class CsvFile {
  readonly #name: string;
  readonly #pieces: AsyncGenerator<string, void, undefined>;

  /** @throws StaffRefusal `request_invalid` */
  constructor({ gateway, member, query }: Pick<StaffVisit, "gateway" | "member" | "query">) {
    const checked = readRequest(exportQuerySchema, query);
    this.#name = `${checked.of}-${checked.from}-${checked.to}.csv`;
    this.#pieces = exportCsv(gateway, checked, member.tenants);
  }

  /** Reads the first records, so that an export that cannot begin is an error. */
  async reply(): Promise<ServerReply> {
    const { value: first = "" } = await this.#pieces.next();
    const headers = {
      "cache-control": "no-store",
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${this.#name}"`,
      "x-content-type-options": "nosniff",
    };
    return { status: 200, headers, body: prepend(first, this.#pieces) };
  }
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

interface Export {
  readonly header: readonly string[];
  rows(
    gateway: ExportSource,
    period: Parameters<ExportSource["exportAttempts"]>[0],
  ): AsyncGenerator<readonly Cell[], void, undefined>;
}

const names = ["reference", "gateway_order_id", "tenant", "merchant_tenant"] as const;

const exports: Readonly<Record<CheckedQuery["of"], Export>> = {
  payments: {
    header: [
      ...["started_at", ...names, "variant", "state", "amount", "charged_amount", "currency"],
      ...["transaction_ids", "has_open_review_items"],
    ],
    async *rows(gateway, period) {
      for await (const attempt of gateway.exportAttempts(period)) {
        const { startedAt, variant, state, amount, chargedAmount, transactionIds } = attempt;
        yield [
          ...[startedAt, ...namesOf(attempt), variant, state],
          ...[toAmountText(amount), toAmountText(chargedAmount), amount.currency],
          ...[transactionIds.join(" "), attempt.hasOpenReviewItems ? "yes" : "no"],
        ];
      }
    },
  },
  refunds: {
    header: [
      ...["refunded_at", ...names, "cycle", "state", "amount", "currency"],
      ...["refund_id", "request_id", "transaction_id", "operator_id"],
    ],
    async *rows(gateway, period) {
      for await (const refund of gateway.exportRefunds(period)) {
        const { at, cycle, state, amount, refundId, requestId, transactionId, operatorId } = refund;
        yield [
          ...[at, ...namesOf(refund), cycle, state, toAmountText(amount), amount.currency],
          ...[refundId, requestId, transactionId, operatorId],
        ];
      }
    },
  },
  "review-items": {
    header: [
      ...["created_at", ...names, "cycle", "kind", "problem_code", "amount", "currency", "status"],
      ...["resolved_at", "resolution", "review_item_id"],
    ],
    async *rows(gateway, period) {
      for await (const { item, merchantTenant, amount } of gateway.exportReviewItems(period)) {
        const { createdAt, cycle, kind, problem, status, resolution, id } = item;
        yield [
          ...[createdAt, ...namesOf({ ...item, merchantTenant }), cycle ?? 1, kind, problem.code],
          ...[toAmountText(amount), amount.currency, status, resolution?.at, resolution?.note, id],
        ];
      }
    },
  },
};

interface Named {
  readonly reference: string;
  readonly attemptId: string;
  readonly tenant: string;
  readonly merchantTenant: string;
}

function namesOf({ reference, attemptId, tenant, merchantTenant }: Named): readonly Cell[] {
  return [reference, attemptId, tenant, merchantTenant];
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${toCellText(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** What spreadsheets take as the start of a formula, also behind blanks and invisible characters, and in full width. */
const formulaStart =
  /(^|;)(?=[\s\p{C}\p{DI}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/gu;

/**
 * Returns the text of a cell in which no formula begins: an apostrophe comes first. Also behind a semicolon, at which spreadsheets in many
 * languages begin a cell. Control characters are displayed as in JSON.
 */
function toCellText(cell: Cell): string {
  return showControlCharacters(String(cell ?? "")).replace(formulaStart, "$1'");
}
