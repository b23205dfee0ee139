import { money, type PayIndexError, type Sale } from "@pay-index/core";
import { CardDetails, type CardInput } from "@pay-index/core/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { buyer } from "../../packages/express/test/test-shop.ts";
import { notify, openCore } from "./open-core.ts";
import { saleRows as rows, type SaleRow } from "./rows/sale.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

const gateway = new FakeGateway();
let shop: ReturnType<typeof openCore>;
beforeAll(async () => {
  shop = openCore(await gateway.open());
});
afterAll(() => gateway.close());

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea monthly",
  type: "monthly",
  description: "A box of tea each month",
  attempts: 3,
};
const items = [{ name: "Tea", price: 1999, quantity: 1 }];
const card = { number: "4242424242424242", month: "12", year: "2099", cvv: "987" };

/** A right sale of the variant that the changes need. */
function whole(changes: SaleRow["with"], reference: string): Record<string, unknown> {
  const [name = ""] = Object.keys(changes);
  const least = { reference, variant: "hosted", amount: money(1999, "USD"), buyer };
  if (name.startsWith("plan")) return { ...least, variant: "subscription", items, card, plan };
  return name.startsWith("card") ? { ...least, variant: "card", items, card } : least;
}

function changed(value: Record<string, unknown>, changes: SaleRow["with"]): Record<string, unknown> {
  const copy = structuredClone(value);
  for (const [path, to] of Object.entries(changes)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const at = names.reduce((inner, name) => inner[name] as Record<string, unknown>, copy);
    if (to === undefined) delete at[last];
    else at[last] = to;
  }
  return copy;
}

async function start(row: SaleRow, reference: string) {
  const { card: typed, ...rest } = changed(whole(row.with, reference), row.with);
  const withCard = typed === undefined ? {} : { card: CardDetails.of(typed as CardInput) };
  return shop.core.start({ ...rest, ...withCard } as unknown as Sale);
}

describe("sale", () => {
  test.each(rows.map((row, index) => [row.name, row, `order-${index}`] as const))(
    "%s",
    async (_, row, reference) => {
      const before = gateway.submissions.length;
      if (row.paths !== undefined) {
        const error = await start(row, reference).then(
          () => expect.unreachable("it was accepted"),
          (refusal: PayIndexError) => refusal,
        );
        expectNoSecret(error);
        expect(error).toMatchObject({ name: "PayIndexError", code: row.code ?? "sale_invalid" });
        expect(error.problems.map(({ path }) => path)).toEqual(row.paths);
        expect(gateway.submissions.length).toBe(before);
        expect((await shop.core.status({ reference })).state).toBe("none");
      } else {
        const started = await start(row, reference);
        expect(started.warnings).toEqual(row.warnings ?? []);
        expect(gateway.submissions.length).toBe(before + 1);
        expect(Object.fromEntries(gateway.lastForm)).toMatchObject(row.sent ?? {});
        expect(await notify(shop.core, gateway.lastForm)).toBe("200 OK");
        expect((await shop.core.status({ reference })).state).toBe("paid");
        expect(shop.applied).toContain(reference);
      }
      expectNoSecret(shop.events);
    },
  );
});
