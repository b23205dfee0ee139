import {
  attemptListSchema,
  backlogSchema,
  healthSchema,
  reviewQueueSchema,
  type StaffMember,
  type StaffPermission,
  staffErrorSchema,
  staffPaymentSchema,
  staffSessionSchema,
} from "@pay-index/server/staff";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ExpressOptions } from "../src/index.ts";
import type { MemoryTx } from "./memory-express-store.ts";
import { StaffApi } from "./staff-api.ts";
import { closeShops, hostedSaleInput, TestShop } from "./test-shop.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
});

const everything: readonly StaffPermission[] = ["view", "resolve", "refund", "cancel", "links"];
const ada: StaffMember = { operator: { id: "u1", name: "Ada" }, permissions: everything };

/** A shop with staff pages, as the person `member` sees it. */
class StaffShop extends StaffApi {
  member: StaffMember | undefined = ada;

  static async open(options: Partial<ExpressOptions<MemoryTx>> = {}): Promise<StaffShop> {
    const desk = new StaffShop();
    desk.shop = await TestShop.open({
      options: { staff: { member: () => desk.member }, ...options },
      after: (app, pay) => app.use("/staff", pay.staff()),
    });
    return desk;
  }

  /** An order that the shop refused: paid, with the review item `order-not-placed`. */
  async refusedOrder(reference = "order-1", tenant = "default"): Promise<string> {
    this.shop.onPaid = () => ({ refused: { code: "paused", message: "The shop is paused." } });
    const started = await this.shop.start({ ...hostedSaleInput(reference), tenant });
    await this.shop.notify();
    return started.attemptId;
  }

  async itemId(): Promise<string> {
    return (await this.get("review-items")).body.items[0].id;
  }
}

describe("the staff pages of an Express shop", () => {
  test("needs the function that says who is signed in", async () => {
    const { pay } = await TestShop.open();
    expect(() => pay.staff()).toThrowError(expect.objectContaining({ code: "options_invalid" }));
    const staff = {} as never;
    await expect(TestShop.open({ options: { staff } })).rejects.toThrowError(/staff.member: is required/);
  });

  test("answers with the schemas of the API", async () => {
    const desk = await StaffShop.open();
    const attemptId = await desk.refusedOrder();
    expect(staffSessionSchema.parse((await desk.get("session")).body)).toMatchObject({
      operator: { id: "u1", name: "Ada" },
      permissions: everything,
    });
    const list = attemptListSchema.parse((await desk.get(`attempts?q=${attemptId}&group=paid`)).body);
    expect(list).toMatchObject({
      attempts: [{ reference: "order-1", state: "paid", amount: { amount: "19.99", currency: "USD" } }],
      next: null,
    });
    const { items, counts } = reviewQueueSchema.parse((await desk.get("review-items")).body);
    expect(items).toMatchObject([{ kind: "order-not-placed", attemptId, problemCode: "paused" }]);
    expect(counts).toEqual({ "order-not-placed": 1 });
    const { payment } = (await desk.get("payments/order-1")).body;
    expect(staffPaymentSchema.parse(payment)).toMatchObject({
      state: "paid",
      reviewItems: [{ recommendedAction: "retry", canRetry: true, refundForm: { currency: "USD" } }],
    });
    expect(healthSchema.parse((await desk.get("health")).body).notifyUrl).toContain("/pay/notify/");
    expect((await desk.get("payments/order-2")).body).toEqual({ payment: null });
  });

  test("records who resolved an item, once, and says so to whoever comes later", async () => {
    const desk = await StaffShop.open();
    await desk.refusedOrder();
    const dismissal = { ids: [await desk.itemId()], action: "dismiss", note: "Paid by mistake." };
    const answers = await Promise.all([
      desk.post("review-items/resolve", dismissal),
      desk.post("review-items/resolve", dismissal),
    ]);
    const ends = answers.map(({ status, body }) =>
      status === 200 ? body.results[0].outcome : body.error.code,
    );
    expect(ends).toContain("done");
    expect(["not-run", "review_item_outdated"]).toContain(ends.find((end) => end !== "done"));
    const again = await desk.post("review-items/resolve", dismissal);
    const notRun = { outcome: "not-run", problem: null, dueAt: null };
    expect(again.body.results).toEqual([{ id: dismissal.ids[0], ...notRun }]);
    const { payment } = (await desk.get("payments/order-1")).body;
    expect(JSON.stringify(payment.attempts[0].timeline)).toContain("Paid by mistake.");
  });

  test("names the field that is wrong, and changes nothing", async () => {
    const desk = await StaffShop.open();
    await desk.refusedOrder();
    const ids = [await desk.itemId()];
    const refund = { amount: "1,5", reference: "R-1" };
    const recorded = { ids, action: "record-refund", note: "Returned.", refund };
    for (const [sent, field] of [
      [{ ids, action: "dismiss", note: " " }, "note"],
      [recorded, "refund.amount"],
      [{ ...recorded, refund: { ...refund, amount: "99.00" } }, "refund.amount"],
      [{ ids: [], action: "dismiss" }, "ids"],
      [{ ids: [...ids, ...ids], action: "dismiss" }, "ids"],
      [{ ids: ["a\0"], action: "dismiss" }, "ids"],
      [{ ids, action: "delete" }, "action"],
      [{ ids, action: "dismiss", operator: { id: "u2" } }, "operator"],
    ] as const) {
      const { status, body } = await desk.post("review-items/resolve", sent);
      expect([status, staffErrorSchema.parse(body).error.problems[0]?.path], field).toEqual([400, field]);
    }
    expect((await desk.post("review-items/resolve", "{")).status).toBe(400);
    for (const path of ["review-items?kind=none", "attempts?q=a&q=b", "attempts?q=%00"])
      expect((await desk.get(path)).status).toBe(400);
    expect(await desk.shop.itemKinds()).toEqual(["order-not-placed"]);
  });

  test("retries an item, and refunds once for one request ID", async () => {
    const desk = await StaffShop.open({ operations: { refund: {}, refundQuery: {} } });
    const attemptId = await desk.refusedOrder();
    desk.shop.onPaid = () => undefined;
    const retried = await desk.post("review-items/resolve", { ids: [await desk.itemId()], action: "retry" });
    expect(retried.body.results).toMatchObject([{ outcome: "done" }]);
    const refund = { attemptId, amount: "5", reason: "Returned.", requestId: "r-1" };
    const { body } = await desk.post("attempts/refund", refund);
    expect(body.refund.amount).toEqual({ amount: "5.00", currency: "USD" });
    expect((await desk.post("attempts/refund", refund)).body.refund.requestId).toBe("r-1");
    const { payment } = (await desk.get("payments/order-1")).body;
    expect(payment.attempts[0].gatewayRefunds).toHaveLength(1);
    expect((await desk.post("attempts/refund", { ...refund, requestId: "ref_1" })).status).toBe(400);
    expect((await desk.post("attempts/refund", { ...refund, attemptId: "x" })).status).toBe(404);
    expect((await desk.post("attempts/cancel", { attemptId })).body.error.code).toBe("operation_disabled");
  });

  test("asks for a session and for the permission of each action", async () => {
    const desk = await StaffShop.open({ operations: { refund: {}, refundQuery: {}, query: {} } });
    const attemptId = await desk.refusedOrder();
    const ids = [await desk.itemId()];
    const refund = { amount: "19.99", reference: "R-1" };
    const recorded = { action: "record-refund", note: "Returned.", refund };
    const actions = [
      ["resolve", "review-items/resolve", { ids, action: "dismiss", note: "No." }],
      ["refund", "review-items/resolve", { ids, ...recorded }],
      ["refund", "attempts/resolve", { attemptId, ...recorded }],
      ["resolve", "attempts/query", { ids: [attemptId] }],
      ["refund", "attempts/refund", { attemptId, amount: "1", reason: "No.", requestId: "1" }],
      ["cancel", "attempts/cancel", { attemptId }],
    ] as const;
    for (const [needed, path, sent] of actions) {
      desk.member = { ...ada, permissions: everything.filter((each) => each !== needed) };
      const message = `You do not have the permission ${needed}.`;
      const error = { code: "permission_missing", message };
      expect(await desk.post(path, sent), path).toMatchObject({ status: 403, body: { error } });
    }
    desk.member = { ...ada, permissions: ["resolve"] };
    for (const path of ["attempts", "export?of=payments&from=2026-03-01&to=2026-03-01"])
      expect((await desk.get(path)).status, path).toBe(403);
    desk.member = undefined;
    for (const path of ["session", "attempts", "payments/order-1", "nothing", "health"])
      expect((await desk.get(path)).body.error.code, path).toBe("signed_out");
    expect((await desk.post("review-items/resolve", { ids })).status).toBe(401);
    expect((await desk.shop.send("/staff/")).status).toBe(401);
    expect(await desk.shop.itemKinds()).toEqual(["order-not-placed"]);
  });

  test("answers of other tenants nothing, in every list, count and action", async () => {
    const merchants = ["default", "b"].map((tenant) => ({ id: "10002", key: "sandbox-hosted-key", tenant }));
    const operations = { query: {}, refund: {}, refundQuery: {}, cancelSubscription: {} };
    const desk = await StaffShop.open({ merchants, operations });
    const attemptId = await desk.refusedOrder("order-1");
    const ids = [await desk.itemId()];
    await desk.refusedOrder("order-2", "b");
    desk.member = { ...ada, tenants: ["b"], maySeeSecrets: true };
    const { attempts } = (await desk.get("attempts")).body;
    expect(attempts.map(({ reference }: { reference: string }) => reference)).toEqual(["order-2"]);
    expect((await desk.get(`attempts?q=${attemptId}`)).body.attempts).toEqual([]);
    const counted = { count: 1, counts: { "order-not-placed": 1 } };
    expect((await desk.get("review-items")).body).toMatchObject(counted);
    expect(backlogSchema.parse((await desk.get("review-items/count")).body).count).toBe(1);
    expect((await desk.get("payments/order-1")).body).toEqual({ payment: null });
    expect((await desk.get("payments/order-2?tenant=b")).body.payment.reference).toBe("order-2");
    expect((await desk.get("health")).body).toMatchObject({ overdueJobs: null, reviewItems: null });
    await desk.shop.pay.sweep();
    expect((await desk.get("overview")).body.days).toMatchObject([{ started: 1 }]);
    for (const action of ["dismiss", "retry"]) {
      const { body } = await desk.post("review-items/resolve", { ids, action, note: "Not mine." });
      expect(body.results).toMatchObject([{ outcome: "not-run" }]);
    }
    const own = { attemptId, action: "dismiss", note: "Not mine." };
    const asked = await desk.post("attempts/query", { ids: [attemptId] });
    expect(asked.body.results).toMatchObject([{ outcome: "not-asked", reason: "attempt_unknown" }]);
    const refund = { attemptId, amount: "1", reason: "Not mine.", requestId: "1" };
    for (const [action, sent] of Object.entries({ resolve: own, refund, cancel: { attemptId } }))
      expect((await desk.post(`attempts/${action}`, sent)).status).toBe(404);
    expect(await desk.shop.itemKinds("order-1")).toEqual(["order-not-placed"]);
  });

  test("says that the database is away, and keeps other errors to the log", async () => {
    const desk = await StaffShop.open();
    desk.shop.store.down = true;
    const error = { code: "store_unavailable" };
    expect(await desk.get("attempts")).toMatchObject({ status: 503, body: { error } });
    desk.shop.store.down = false;
    Object.defineProperty(desk, "member", {
      get: () => {
        throw new Error("The session store is away at 10.0.0.1.");
      },
    });
    const { status, body } = await desk.get("attempts");
    expect([status, body.error.code]).toEqual([500, "failure"]);
    expect(JSON.stringify(body)).not.toContain("10.0.0.1");
    expect(desk.shop.events).toContainEqual(
      expect.objectContaining({ event: "request-failed", route: "staff" }),
    );
  });

  test("serves the app with strict headers, at an address that ends with a slash", async () => {
    const desk = await StaffShop.open();
    const page = await desk.shop.send("/staff/");
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    for (const [, address = ""] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const file = await desk.shop.send(new URL(address, "http://shop/staff/").pathname);
      expect(file.status, address).toBe(200);
    }
    const etag = String(page.headers.etag);
    expect((await desk.shop.send("/staff/", { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(await desk.shop.send("/staff")).toMatchObject({ status: 308, headers: { location: "staff/" } });
    for (const path of ["/staff/..%2fpackage.json", "/staff/index.html/x", "/staff/constructor"])
      expect((await desk.shop.send(path)).status, path).toBe(404);
    expect((await desk.shop.send("/staff/", { body: "x" })).status).toBe(405);
    expect((await desk.get("constructor")).status).toBe(404);
    expect((await desk.get("review-items/resolve")).status).toBe(405);
  });
});
