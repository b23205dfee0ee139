import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { named } from "./row.ts";
import { type ReturnRow, returnRows as rows } from "./rows/return.ts";
import { expectNoOk, SocketShop, type StartedSale } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

let shop: SocketShop;
let other: StartedSale;
beforeAll(async () => {
  shop = await new SocketShop().open("none");
  other = await shop.sell();
});
afterAll(() => shop.close());
afterEach(() => void vi.useRealTimers());

function addressOf(sale: StartedSale, { address }: ReturnRow): string {
  if (address === "of another order")
    return sale.returnPath.replace(/[^/]{26}$/, other.returnPath.slice(-26));
  return address === undefined
    ? sale.returnPath
    : sale.returnPath.replace(/[^/]{26}$/, "0123456789ABCDEFGHJKMNPQRS");
}

const ends: Record<ReturnRow["end"], { status: number; location?: RegExp }> = {
  "the waiting page": { status: 303, location: /\/pay\/wait\/[^/]{20}\/[^/]{26}$/ },
  "the waiting page, with its hint of a problem": {
    status: 303,
    location: /\/pay\/wait\/[^/]{20}\/[^/]{26}\?hint=fail$/,
  },
  "404 unknown": { status: 404 },
};

describe("return", () => {
  test.each(named(rows))("%s", async (_, row) => {
    const sale = await shop.sell();
    const before = shop.engine(sale.reference);
    if (row.later !== undefined) {
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(Date.now() + row.later * 1000);
    }
    const filled = (text: string) =>
      text
        .replaceAll("ORDER", sale.form.get("pay_orderid") ?? "")
        .replaceAll("OTHER", other.form.get("pay_orderid") ?? "");
    const path = addressOf(sale, row) + (row.query === undefined ? "" : `?${filled(row.query)}`);
    const got = await shop.send(path, row.body === undefined ? {} : { body: filled(row.body) });
    const { status, location } = ends[row.end];
    expect(got.status).toBe(status);
    expectNoOk(got);
    expectNoSecret([got, shop.events]);
    if (location === undefined) expect(got.body).toBe("unknown");
    else expect(got.headers.location).toMatch(location);
    if (got.headers.location !== undefined) await expectWaiting(got.headers.location);
    const { engine, hints } = withoutHints(shop.engine(sale.reference));
    expect({ engine, hints }).toEqual({ engine: withoutHints(before).engine, hints: row.stores ?? [] });
  });
});

/** A word of the return is stored as a hint for staff (RET-HINT), and alerts look at it. Everything else must stay as it is. */
function withoutHints(engine: string): { engine: string; hints: string[] } {
  const hints = /,\\"returnHints\\":\[(.*?)\]/;
  return {
    engine: engine.replace(hints, "").replace(/"(version|bad_sign_at)":(\d+|null|"[^"]*")/g, ""),
    hints: [...(hints.exec(engine)?.[1] ?? "").matchAll(/result\\":\\"(\w+)/g)].map(
      ([, result = ""]) => result,
    ),
  };
}

/** Whatever the browser said, the page neither says that it is paid nor that it is not (RET-UNSIGNED). */
async function expectWaiting(location: string): Promise<void> {
  const { pathname, search } = new URL(location);
  const page = await shop.send(pathname + search);
  expect(page.status).toBe(200);
  expect(page.body).toContain("Confirming your payment");
  expect(page.body).not.toMatch(/evil|was paid|is paid|has failed|was declined/i);
  const state = await shop.send(pathname.replace("/wait/", "/status/"));
  expect(JSON.parse(state.body)).toEqual({ state: "pending", page: "confirming" });
}
