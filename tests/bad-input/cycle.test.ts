import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowName } from "./bad-input-page.ts";
import { encodeMessage } from "./encode-notification.ts";
import type { CycleMessage } from "./row-types.ts";
import { cycleRows as rows } from "./rows/cycle.ts";
import { expectNoOk } from "./shop-requests.ts";
import { SocketShop, type StartedSale } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

const type = "application/x-www-form-urlencoded";

describe("cycle", () => {
  let shop: SocketShop;
  beforeAll(async () => {
    shop = await new SocketShop().open("no parser");
  });
  afterAll(() => shop.close());

  /** Status and body of the reply to a cycle: the second of gateway subscription ID M1, unless it says otherwise. */
  async function tell(sale: StartedSale, { fields, ...how }: Omit<CycleMessage, "to"> = {}): Promise<string> {
    const { payment_period_count: count = "2" } = fields ?? {};
    const said = {
      payment_transaction_id: "M1",
      payment_period_count: "2",
      transaction_id: `T${count}`,
      ...fields,
    };
    const body = encodeMessage({ ...how, fields: said }, sale.form);
    const got = await shop.send(sale.notifyPath, { method: "POST", type, body });
    expectNoOk(got);
    expectNoSecret(got);
    return `${got.status} ${got.body}`;
  }

  const first = (gatewaySubscriptionId: string) => ({
    fields: { payment_transaction_id: gatewaySubscriptionId, payment_period_count: "1" },
  });

  async function standing(sale: StartedSale) {
    const { attempts, reviewItems } = await shop.pay.status({ reference: sale.reference });
    const cycles = attempts[0]?.subscription?.cycles ?? [];
    const told = [...(attempts[0]?.timeline ?? []), ...cycles.flatMap(({ timeline }) => timeline)];
    return {
      cycles: cycles.map(({ number, state }) => `${number} ${state}`),
      items: reviewItems.map(({ kind }) => kind).sort(),
      closed: attempts[0]?.subscription?.state === "closed",
      renewed: shop.renewed(sale.reference),
      evidence: [...told.map(({ text }) => text), ...reviewItems.map(({ problem }) => problem?.message)].join(
        "\n",
      ),
    };
  }

  test.each(rows.map((row) => [rowName(row), row] as const))("%s", async (_, row) => {
    const sale = await shop.subscribe();
    const other = await shop.subscribe(
      row.changed ? { money: 2499, totalCount: 24 } : { money: 1999, totalCount: 12 },
    );
    expect(await tell(sale, first("M1"))).toBe("200 OK");
    expect(await tell(other, first(row.otherMaster ?? "M2"))).toBe("200 OK");
    const otherNumber = other.form.get("pay_orderid") ?? "";
    const since = shop.events.length;
    const replies: string[] = [];
    for (const { to, ...message } of row.messages) {
      const named = message.fields?.orderid === "OTHER" ? { orderid: otherNumber } : {};
      const filled = message.fields ? { ...message, fields: { ...message.fields, ...named } } : message;
      replies.push(await tell(to === undefined ? sale : other, filled));
    }
    expect(replies).toEqual(row.end.replies);
    const { evidence, ...stands } = await standing(sale);
    const { replies: _replies, tells = "", closed = false, ...end } = row.end;
    expect(stands).toEqual({ ...end, closed });
    expect(evidence).toContain(tells);
    const words = shop.events
      .slice(since)
      .flatMap((event) => (event.event === "notification-refused" ? [event.code] : []));
    expect(words).toEqual(replies.filter((text) => text !== "200 OK").map((text) => text.split(" ")[1]));
    expectNoSecret([shop.events.slice(since), evidence]);

    // Nothing is lost: the honest cycle is recorded all the same, once, and the other sale has its own.
    expect(await tell(sale)).toBe("200 OK");
    const after = await standing(sale);
    expect(after.cycles).toContain("2 paid");
    expect(after.renewed).toBe(
      end.cycles.filter((name) => name !== "1 paid" && name !== "2 paid" && name.endsWith(" paid")).length +
        1,
    );
    expect(shop.renewed(other.reference)).toBe(row.messages.filter(({ to }) => to !== undefined).length);
  });
});
