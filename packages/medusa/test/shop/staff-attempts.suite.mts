import { expect, test } from "vitest";
import { readOrderRecords } from "./order-records.mts";
import { recordGatewayRequests } from "./record-gateway-requests.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

/** The list of attempts and the health of the gateway, as staff read them on a real Medusa. */
export function staffAttemptsSuite(open: () => TestShop): void {
  let signedIn: StaffMember | undefined;
  async function ask(path: string, body?: object): Promise<{ status: number; body: Any }> {
    signedIn ??= await StaffMember.signIn(open(), { email: "attempts@example.com" });
    return signedIn.ask(`/pay-index/${path}`, body);
  }

  const list = async (query: string): Promise<Any[]> => (await ask(`attempts?${query}`)).body.attempts;
  const found = async (query: string) => (await list(query)).map(({ attempt_id }) => attempt_id);

  async function started(email = "ada@example.com") {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.ask(`/store/carts/${cartId}`, { email });
    await buyer.start();
    return { cartId, attemptId: open().attempt(cartId) };
  }

  test("an open attempt is listed at once, with cart, amount, buyer, variant and time (B-04)", async () => {
    const before = Date.now();
    const { cartId, attemptId } = await started();
    const [newest] = await list("group=open&limit=1");
    expect(newest).toEqual({
      attempt_id: attemptId,
      cart_id: cartId,
      order_id: null,
      variant: "hosted",
      state: "pending",
      amount: "24.99",
      charged_amount: "24.99",
      currency_code: "usd",
      started_at: expect.any(String),
      transaction_ids: [],
      has_open_review_items: false,
      summary: expect.objectContaining({
        amount: "24.99",
        buyer: { name: "Ada Lovelace", email: "ada@example.com", phone: "5550100" },
        goods: [{ title: "Tea", variant: "S", quantity: 1 }],
      }),
    });
    expect(Date.parse(newest.started_at)).toBeGreaterThanOrEqual(before - 1000);
  });

  test("staff find attempts by cart, gateway order ID, transaction, order and e-mail address (B-04)", async () => {
    const { cartId, attemptId } = await started("grace.search@example.com");
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const [{ transaction_ids }] = await list(`q=${attemptId}`);
    expect(transaction_ids).toEqual([expect.stringMatching(/./)]);
    for (const text of [
      cartId,
      attemptId,
      transaction_ids[0],
      order.id,
      `#${order.display_id}`,
      "grace.search@example.com",
      "Grace.Search@Example.com",
    ])
      expect(await found(`q=${encodeURIComponent(text)}`), text).toEqual([attemptId]);
    for (const text of ["grace", "nobody@example.com", "#999999", "order_none", "' OR 1=1 --", "%"])
      expect(await found(`q=${encodeURIComponent(text)}`), text).toEqual([]);
  });

  test("the next page begins where the previous one ended, and a wrong query is refused with its parameter", async () => {
    for (let i = 0; i < 3; i++) await started("pages@example.com");
    const q = "q=pages%40example.com&limit=2";
    const { body: first } = await ask(`attempts?${q}`);
    const { body: second } = await ask(`attempts?${q}&after=${first.next}`);
    const ids = [...first.attempts, ...second.attempts].map(({ attempt_id }: Any) => attempt_id);
    expect([new Set(ids).size, second.next]).toEqual([3, null]);
    for (const [query, parameter] of [
      ["group=none", "group"],
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      [`q=${"x".repeat(201)}`, "q"],
      ["q=%00", "query"],
      ["after=none", "after"],
      ["after=00000000000000000000", "after"],
      ["page=2", "page"],
    ] as const)
      expect(await ask(`attempts?${query}`), query).toMatchObject({
        status: 400,
        body: { code: "pay_index_query_invalid", message: expect.stringContaining(parameter) },
      });
  });

  test("without the option operations.query, a query is refused with a code, and the gateway is not asked", async () => {
    const { attemptId } = await started();
    const paths = await recordGatewayRequests(open().sandbox.url, async () => {
      expect(await ask("attempts/query", { ids: [attemptId] })).toEqual({
        status: 400,
        body: {
          type: "not_allowed",
          code: "pay_index_operation_disabled",
          message: expect.stringContaining("set the option operations.query"),
        },
      });
    });
    expect(paths).toEqual([]);
  });

  test("staff read the notify address, the last notification, the warnings at start and the waiting jobs (B-21, B-29, B-51)", async () => {
    const { cartId, attemptId } = await started();
    await open().control.setFaults({ of: "order", orderId: attemptId }, [
      { kind: "wrong_amount", trueAmount: "20.00" },
    ]);
    await open().paid(cartId);
    await open().payIndex.gateway.sweep();
    const { health } = (await ask("health")).body;
    expect(health.notify_url).toContain(`${open().origin}/hooks/pay-index/`);
    expect(Date.now() - Date.parse(health.last_notification_at)).toBeLessThan(60_000);
    expect(Date.now() - Date.parse(health.last_sweep_at)).toBeLessThan(120_000);
    expect(health.review_items).toMatchObject({ has_more: false, oldest_at: expect.any(String) });
    expect(health.review_items.count).toBeGreaterThan(0);
    expect(health.problems).toContain("start-warnings");
    expect(health.start_warnings).toEqual([
      { code: "event_bus_local", message: expect.stringContaining("event-bus-redis") },
      { code: "locks_in_memory", message: expect.stringContaining("locking-postgres") },
    ]);
    expect(JSON.stringify(health)).not.toMatch(/sandbox-hosted-key|ada@example/);
  });

  test("staff read the refusal of a notification that does not verify (B-21)", async () => {
    const { cartId, attemptId } = await started();
    await open().control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "corrupt_sign" }]);
    await open().paid(cartId);
    await expect
      .poll(async () => (await ask("health")).body.health.refusals)
      .toContainEqual({ code: "mismatch", at: expect.any(String) });
  });
}
