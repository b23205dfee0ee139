import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messagesOf } from "./encode-notification.ts";
import { named } from "./row.ts";
import { type CycleMessage, cycleRows as rows } from "./rows/cycle.ts";
import { SocketShop, type StartedSale } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

describe("cycle", () => {
  let shop: SocketShop;
  beforeAll(async () => {
    shop = await new SocketShop().open("none");
  });
  afterAll(() => shop.close());

  /** Notifies a cycle: the second of gateway subscription ID M1, unless the fields say otherwise. */
  function tell(sale: StartedSale, { fields = {}, sign = "right" }: CycleMessage = {}, otherId = "") {
    const { payment_period_count: count = "2", orderid } = fields;
    const second = { payment_transaction_id: "M1", payment_period_count: "2", transaction_id: `T${count}` };
    const own = orderid === "OTHER" ? { ...fields, orderid: otherId } : fields;
    return shop.notify(sale, { sign, fields: { ...second, ...own } });
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

  test.each(named(rows))("%s", async (_, row) => {
    const sale = await shop.subscribe();
    const other = await shop.subscribe(
      row.changed ? { money: 2499, totalCount: 24 } : { money: 1999, totalCount: 12 },
    );
    expect(await tell(sale, first("M1"))).toBe("200 OK");
    expect(await tell(other, first(row.otherMaster ?? "M2"))).toBe("200 OK");
    const otherNumber = other.form.get("pay_orderid") ?? "";
    const since = shop.events.length;
    const { reply = "200 OK", items, closed = false, tells = "" } = row;
    for (const message of messagesOf(row)) {
      const subject = message.to === undefined ? sale : other;
      expect(await tell(subject, message, otherNumber)).toBe(reply);
    }
    const renewals = row.cycles.filter((cycle) => cycle.endsWith(" paid"));
    const { evidence, ...stands } = await standing(sale);
    expect(stands).toEqual({ cycles: ["1 paid", ...row.cycles], items, closed, renewed: renewals.length });
    expect(evidence).toContain(tells);
    const events = shop.events.slice(since).map(({ event }) => event);
    expect(events.includes("notification-refused")).toBe(reply !== "200 OK");
    expectNoSecret([shop.events.slice(since), evidence]);

    // Nothing is lost: the honest cycle is recorded all the same, once, and the other sale has its own.
    expect(await tell(sale)).toBe("200 OK");
    const after = await standing(sale);
    expect(after.cycles).toContain("2 paid");
    expect(after.renewed).toBe(new Set([...renewals, "2 paid"]).size);
    expect(shop.renewed(other.reference)).toBe(row.to === undefined ? 0 : 1);
  });
});
