import {
  type LinkToSend,
  paymentLinkListSchema,
  paymentLinkResultSchema,
  type StaffMember,
} from "@pay-index/server/staff";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type ExpressOptions, money } from "../src/index.ts";
import type { MemoryTx } from "./memory-express-store.ts";
import { StaffApi } from "./staff-api.ts";
import { buyer, closeShops, TestShop } from "./test-shop.ts";

afterEach(closeShops);

const ada: StaffMember = { operator: { id: "u1", name: "Ada" }, permissions: ["view", "resolve", "links"] };
const endsAt = new Date(Date.now() + 86_400_000).toISOString();

/** A shop without orders of its own: staff name any reference and amount. */
class LinkShop extends StaffApi {
  readonly sent: LinkToSend[] = [];
  member = ada;
  sendLink = (link: LinkToSend): void | Promise<void> => void this.sent.push(link);
  linkSale: NonNullable<ExpressOptions<MemoryTx>["linkSale"]> = ({ amount }) => amount && { amount, buyer };

  static async open(): Promise<LinkShop> {
    const made = new LinkShop();
    const [member, sendLink] = [() => made.member, (link: LinkToSend) => made.sendLink(link)];
    made.shop = await TestShop.open({
      options: {
        linkSale: (about) => made.linkSale(about),
        amountDue: ({ payment }) => (payment.linkId === undefined ? money(1999, "USD") : payment.amount),
        staff: { member, isLinkAmountFree: true, sendLink },
      },
      after: (app, pay) => app.use("/staff", pay.staff()),
    });
    return made;
  }

  async create(more: object = {}) {
    const request = { reference: "invoice-7", amount: "48", currency: "usd", endsAt, ...more };
    return paymentLinkResultSchema.parse((await this.post("links/create", request)).body).link;
  }

  async list() {
    return paymentLinkListSchema.parse((await this.get("payment-links/invoice-7")).body);
  }

  open({ url }: { readonly url: string }, query = "", headers = {}) {
    return this.shop.send(new URL(url).pathname + query, { headers });
  }
}

describe("payment links of an Express shop (LINK-OPEN)", () => {
  test("any reference and amount: made, sent, opened, paid, and the order is placed once", async () => {
    const staff = await LinkShop.open();
    expect(await staff.list()).toMatchObject({ links: [], due: null, isAmountFree: true, canSend: true });
    const link = await staff.create();
    const amount = { amount: "48.00", currency: "USD" };
    expect(link).toMatchObject({ state: "open", amount, createdBy: "Ada" });
    const [reference, linkId] = ["invoice-7", link.linkId];
    expect(await staff.post("links/send", { reference, linkId })).toEqual({ status: 200, body: {} });
    expect(staff.sent).toMatchObject([{ reference, linkId, url: link.url, amount: money(4800, "USD") }]);
    const page = await staff.open(link, "", { "accept-language": "zh" });
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(page.body).toContain("48.00 USD");
    expect(page.body).toContain('lang="zh-Hans"');
    expect(page.body).not.toContain(reference);
    expect((await staff.list()).links[0]?.openedAt).toBeNull();
    const [pay = ""] = /\?pay=1/.exec(page.body) ?? [];
    const headers = { location: expect.stringContaining("http://gateway.test/page/") };
    expect(await staff.open(link, pay)).toMatchObject({ status: 303, headers });
    expect(staff.shop.gateway.lastForm.get("pay_amount")).toBe("48.00");
    await staff.shop.notify();
    expect(staff.shop.orders).toEqual([reference]);
    expect((await staff.list()).links).toMatchObject([{ state: "paid", openedAt: expect.any(String) }]);
    const paid = await staff.open(link, pay);
    expect(paid.status).toBe(200);
    expect(paid.body).toContain("This order is already paid");
    expect(paid.body).toContain("/orders/invoice-7");
  });

  test("a withdrawn link says so to the buyer, and is not sent", async () => {
    const staff = await LinkShop.open();
    const link = await staff.create();
    await staff.open(link, "?pay=1");
    const withdrawn = { reference: "invoice-7", linkId: link.linkId };
    const { body } = await staff.post("links/withdraw", withdrawn);
    expect(body.link).toMatchObject({ state: "withdrawn", withdrawnBy: "Ada" });
    expect((await staff.open(link, "?pay=1")).body).toContain("withdrew");
    expect((await staff.post("links/send", withdrawn)).status).toBe(409);
  });

  test("an order that costs nothing any more, and a shop that fails, charge nobody", async () => {
    const staff = await LinkShop.open();
    const link = await staff.create();
    staff.linkSale = () => undefined;
    expect((await staff.open(link, "?pay=1")).body).toContain("There is nothing to pay");
    staff.linkSale = ({ amount = money(1, "USD") }) => ({ amount, buyer: { ...buyer, phone: "" } });
    const failed = await staff.open(link, "?pay=1");
    expect(failed.status).toBe(503);
    expect(failed.body).toContain("could not be opened");
    expect(failed.body).toContain(`href="${new URL(link.url).pathname}"`);
    expect(staff.shop.gateway.submissions).toEqual([]);
    expect(staff.shop.events).toContainEqual(
      expect.objectContaining({ event: "request-failed", route: "link" }),
    );
  });

  test("what is wrong has its field, and an e-mail that fails or hangs is reported", async () => {
    const staff = await LinkShop.open();
    const request = { reference: "invoice-7", amount: "48.00", currency: "USD", endsAt };
    for (const [more, field] of [
      [{ amount: "4,8" }, "amount"],
      [{ endsAt: "2020-01-01T00:00:00Z" }, "endsAt"],
      [{ endsAt: "soon" }, "endsAt"],
      [{ reference: "" }, "reference"],
    ] as const) {
      const { status, body } = await staff.post("links/create", { ...request, ...more });
      expect([status, body.error.problems[0]?.path], field).toEqual([400, field]);
    }
    const link = { reference: "invoice-7", linkId: (await staff.create()).linkId };
    staff.sendLink = () => {
      throw new Error("The mail server is down.");
    };
    const error = { code: "link_not_sent", message: expect.stringContaining("mail server is down") };
    expect(await staff.post("links/send", link)).toMatchObject({ status: 502, body: { error } });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const sending = new Promise<void>((resolve) => {
      staff.sendLink = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const answer = staff.post("links/send", link);
    await sending;
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    expect(await answer).toMatchObject({ status: 502, body: { error: { code: "link_not_sent" } } });
    staff.member = { ...ada, permissions: ["view"] };
    expect((await staff.get("payment-links/invoice-7")).status).toBe(403);
    staff.member = { ...ada, tenants: ["north"] };
    expect((await staff.get("payment-links/invoice-7")).status).toBe(404);
  });

  test("an address that nobody made is unknown, and HEAD starts nothing", async () => {
    const staff = await LinkShop.open();
    const { url } = await staff.create();
    const other = url.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await staff.open({ url: other })).status).toBe(404);
    const head = await staff.shop.send(`${new URL(url).pathname}?pay=1`, { method: "HEAD" });
    expect([head.status, staff.shop.gateway.submissions]).toEqual([200, []]);
  });
});
