import { gzipSync } from "node:zlib";
import { money, type ShopSale } from "@pay-index/server/shop";
import { afterEach, describe, expect, test } from "vitest";
import { connectionSuite, refusedNotificationSuite } from "../../../tests/connections/index.ts";
import { allWrappings } from "../../../tests/recordings/wrappings.ts";
import { notificationFields, signFields } from "./signed-notification.ts";
import { buyer, closeShops, type ShopOpener, type ShopSetup, TestShop } from "./test-shop.ts";

/** A framework under test. Its opener mounts the payments at `mount`, and the staff pages at `/staff` if the shop has any. */
export interface Framework {
  readonly open: ShopOpener;
  /** The same, with code of the shop that reads every body before. */
  readonly openBehindReader: ShopOpener;
}

/** Checks the adapter of a framework, as vitest tests. Conformance checks what buyers and staff see. */
export function frameworkSuite({ open, openBehindReader }: Framework): void {
  afterEach(closeShops);

  async function started(setup: ShopSetup = {}): Promise<TestShop> {
    const shop = await TestShop.open({ release: open, ...setup });
    await shop.start();
    return shop;
  }

  connectionSuite("the payment routes", started);

  refusedNotificationSuite(async () => {
    const shop = await started();
    return {
      origin: shop.origin,
      notifyPath: shop.notifyPath,
      expectNothingStored: async () => expect(await shop.state()).toBe("pending"),
    };
  });

  test.each(allWrappings)("a notification is taken: %s (NOT-ENCODING, NOT-CHARSET)", async (_, wrap) => {
    const shop = await started();
    const { behindAddress, ...sent } = wrap(signFields(notificationFields(shop.gateway.lastForm)));
    let reply = await shop.send(`${shop.notifyPath}${behindAddress}`, sent);
    // Next.js itself redirects an address with two slashes, before any route.
    if (reply.status === 308 && behindAddress.startsWith("//"))
      reply = await shop.send(reply.headers.location ?? "", sent);
    expect(`${reply.status} ${reply.body}`).toBe("200 OK");
    expect([await shop.state(), shop.calls]).toEqual(["paid", 1]);
  });

  describe("a body that is no form", () => {
    test("that other code of the shop has read is refused, and the log says so", async () => {
      const shop = await started({ release: openBehindReader });
      const reply = await shop.notify();
      expect(`${reply.status} ${reply.body}`).toBe("400 malformed");
      expect(JSON.stringify(shop.events)).toContain("Mount the payment router before other body parsers");
      expect(await shop.state()).toBe("pending");
    });

    test("that is compressed is refused, and kept for staff", async () => {
      const shop = await started();
      const form = new URLSearchParams(signFields(notificationFields(shop.gateway.lastForm)));
      const response = await fetch(shop.origin + shop.notifyPath, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" },
        body: gzipSync(form.toString()),
      });
      expect(response.status).toBe(400);
      expect([await shop.state(), await shop.itemKinds()]).toEqual(["pending", ["not-verified"]]);
    });
  });

  test("the address of the connection decides, and not what a sender writes (REP-SENDER)", async () => {
    const shop = await started({ options: { notifyFrom: { addresses: ["203.0.113.7"] } } });
    const body = signFields(notificationFields(shop.gateway.lastForm));
    const reply = await shop.send(shop.notifyPath, { body, headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(`${reply.status} ${reply.body}`).toBe("403 sender");
    expect(JSON.stringify(shop.events)).toContain("does not contain its sender 127.0.0.1.");
  });

  test("a proxy may change the path, and the mount may have a parameter (B-43)", async () => {
    const shop = await started({ mount: "/:shop/pay", options: { publicUrl: "https://shop.example/pay" } });
    const path = shop.notifyPath.replace("/pay/", "/de/pay/");
    const body = signFields(notificationFields(shop.gateway.lastForm));
    expect((await shop.send(path, { body })).body).toBe("OK");
    const back = await shop.send(shop.returnPath.replace("/pay/", "/en/pay/"));
    expect(back.headers.location).toMatch(/^https:\/\/shop\.example\/pay\/wait\//);
  });

  test("two shops in one process do not answer for each other", async () => {
    const [one, other] = [await started(), await started()];
    const body = signFields(notificationFields(one.gateway.lastForm));
    expect((await other.send(one.notifyPath, { body })).status).toBe(404);
    expect((await one.send(one.notifyPath, { body })).body).toBe("OK");
    expect([await one.state(), await other.state()]).toEqual(["paid", "pending"]);
  });

  test("a request supplies the buyer's address and browser", async () => {
    const shop = await started();
    const reply = await shop.send("/checkout", { method: "POST", headers: { "user-agent": "Browser/1" } });
    expect(reply.status).toBe(303);
    const { lastForm } = shop.gateway;
    expect([lastForm.get("pay_ip"), lastForm.get("pay_useragent")]).toEqual(["127.0.0.1", "Browser/1"]);
  });

  describe("the staff pages", () => {
    const member = { operator: { id: "u1", name: "Ada" }, permissions: ["view" as const] };
    const openStaff = () => started({ options: { staff: { member: () => member } } });

    test("are at an address that ends with a slash, and load beside it", async () => {
      const shop = await openStaff();
      const redirect = await shop.send("/staff");
      expect([redirect.status, redirect.headers.location]).toEqual([308, "staff/"]);
      const page = await shop.send("/staff/");
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      const { etag = "" } = page.headers;
      expect((await shop.send("/staff/", { headers: { "if-none-match": etag } })).status).toBe(304);
    });

    test("answer their API, and refuse changes of another site", async () => {
      const shop = await openStaff();
      expect((await shop.send("/staff/api/session")).status).toBe(200);
      const resolve = async (origin: string) => {
        const headers = { "content-type": "application/json", origin };
        const { body } = await shop.send("/staff/api/attempts/resolve", { headers, body: "{}" });
        return JSON.parse(body).error.code;
      };
      expect(await resolve("https://evil.example")).toBe("cross_site");
      expect(await resolve(shop.origin)).toBe("permission_missing");
      const file = await shop.send("/staff/api/export?of=payments&from=2026-03-01&to=2026-03-02");
      expect([file.status, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    });
  });
}

/** The sale of the page `/checkout` that the opener of a framework serves. */
export function checkoutSale(): ShopSale<never> {
  const { ip, userAgent, ...person } = buyer;
  return { reference: "order-2", variant: "hosted", amount: money(1999, "USD"), buyer: person };
}
