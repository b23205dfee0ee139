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
import { closeShops, hostedSaleInput, TestShop } from "./test-shop.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
});

const everything: readonly StaffPermission[] = ["view", "resolve", "refund", "cancel", "links"];
const ada: StaffMember = { operator: { id: "u1", name: "Ada" }, permissions: everything };

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any answer
  readonly body: any;
}

/** A shop with staff pages, as the person `member` sees it. */
class StaffShop {
  readonly shop: TestShop;
  member: StaffMember | undefined = ada;

  private constructor(shop: TestShop) {
    this.shop = shop;
  }

  static async open(options: Partial<ExpressOptions<MemoryTx>> = {}): Promise<StaffShop> {
    const opened: StaffShop[] = [];
    const shop = await TestShop.open({
      options: { staff: { member: () => opened[0]?.member }, ...options },
      after: (app, pay) => app.use("/staff", pay.staff()),
    });
    const desk = new StaffShop(shop);
    opened.push(desk);
    return desk;
  }

  async get(path: string): Promise<Answer> {
    const { status, body } = await this.shop.send(`/staff/api/${path}`);
    return { status, body: JSON.parse(body) };
  }

  async post(path: string, sent: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { status, body } = await this.shop.send(`/staff/api/${path}`, {
      body: typeof sent === "string" ? sent : JSON.stringify(sent),
      headers: { "content-type": "application/json", ...headers },
    });
    return { status, body: JSON.parse(body) };
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
    expect(again.body.results).toEqual([
      { ...{ id: dismissal.ids[0], outcome: "not-run" }, problem: null, dueAt: null },
    ]);
    const { payment } = (await desk.get("payments/order-1")).body;
    expect(JSON.stringify(payment.attempts[0].timeline)).toContain("Paid by mistake.");
  });

  test("names the field that is wrong, and changes nothing", async () => {
    const desk = await StaffShop.open();
    await desk.refusedOrder();
    const ids = [await desk.itemId()];
    const path = "review-items/resolve";
    const refund = { amount: "1,5", reference: "R-1" };
    for (const [sent, field] of [
      [{ ids, action: "dismiss", note: " " }, "note"],
      [{ ids, action: "record-refund", note: "Returned.", refund }, "refund.amount"],
      [
        { ids, action: "record-refund", note: "Returned.", refund: { ...refund, amount: "99.00" } },
        "refund.amount",
      ],
      [{ ids: [], action: "dismiss" }, "ids"],
      [{ ids: [...ids, ...ids], action: "dismiss" }, "ids"],
      [{ ids: ["a\0"], action: "dismiss" }, "ids"],
      [{ ids, action: "delete" }, "action"],
      [{ ids, action: "dismiss", operator: { id: "u2" } }, "operator"],
    ] as const) {
      const { status, body } = await desk.post(path, sent);
      expect([status, staffErrorSchema.parse(body).error.problems[0]?.path], field).toEqual([400, field]);
    }
    expect((await desk.post(path, "{")).status).toBe(400);
    expect((await desk.get("review-items?kind=none")).status).toBe(400);
    expect((await desk.get("attempts?q=a&q=b")).status).toBe(400);
    expect((await desk.get("attempts?q=%00")).status).toBe(400);
    expect(await desk.shop.itemKinds()).toEqual(["order-not-placed"]);
  });

  test("retries an item, and refunds once for one request ID", async () => {
    const desk = await StaffShop.open({ operations: { refund: {}, refundQuery: {} } });
    const attemptId = await desk.refusedOrder();
    desk.shop.onPaid = () => undefined;
    const retried = await desk.post("review-items/resolve", { ids: [await desk.itemId()], action: "retry" });
    expect(retried.body.results).toMatchObject([{ outcome: "done" }]);
    const refund = { attemptId, amount: "5", reason: "Returned.", requestId: "r-1" };
    const first = await desk.post("attempts/refund", refund);
    expect(first).toMatchObject({
      status: 200,
      body: { refund: { amount: { amount: "5.00", currency: "USD" } } },
    });
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
    const recorded = {
      action: "record-refund",
      note: "Returned.",
      refund: { amount: "19.99", reference: "R-1" },
    };
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
      const { status, body } = await desk.post(path, sent);
      expect([status, body.error.code, body.error.message], path).toEqual([
        403,
        "permission_missing",
        `You do not have the permission ${needed}.`,
      ]);
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
    expect((await desk.get("review-items")).body).toMatchObject({
      count: 1,
      counts: { "order-not-placed": 1 },
    });
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
    expect((await desk.post("attempts/resolve", own)).status).toBe(404);
    const asked = await desk.post("attempts/query", { ids: [attemptId] });
    expect(asked.body.results).toMatchObject([{ outcome: "not-asked", reason: "attempt_unknown" }]);
    const refund = { attemptId, amount: "1", reason: "Not mine.", requestId: "1" };
    expect((await desk.post("attempts/refund", refund)).status).toBe(404);
    expect((await desk.post("attempts/cancel", { attemptId })).status).toBe(404);
    expect(await desk.shop.itemKinds("order-1")).toEqual(["order-not-placed"]);
  });

  test("says that the database is away, and keeps other errors to the log", async () => {
    const desk = await StaffShop.open();
    desk.shop.store.down = true;
    expect(await desk.get("attempts")).toMatchObject({
      status: 503,
      body: { error: { code: "store_unavailable" } },
    });
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
