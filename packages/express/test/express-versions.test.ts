import { afterEach, describe, expect, test } from "vitest";
import { bodyParsers, closeShops, type ExpressVersion, expressVersions, TestShop } from "./test-shop.ts";

afterEach(closeShops);

const releases = Object.keys(expressVersions).map(Number) as ExpressVersion[];
const parserNames = Object.keys(bodyParsers) as (keyof typeof bodyParsers)[];

describe.each(releases)("on Express %i", (release) => {
  describe.each(["/pay", "/", "/a/b"])("mounted at %s", (mount) => {
    test.each(parserNames)(
      "a notification is accepted behind the parsers: %s (B-33, B-35)",
      async (parser) => {
        const shop = await TestShop.open({ release, mount, parser });
        const started = await shop.start();
        expect(started.url).toBe(`http://gateway.test/page/${started.attemptId}`);
        expect(shop.gateway.lastForm.get("pay_notifyurl")).toContain(`${shop.publicUrl}/notify/`);

        const reply = await shop.notify();
        const headers = { "content-type": "text/plain; charset=utf-8" };
        expect(reply).toMatchObject({ status: 200, body: "OK", headers });
        expect([await shop.state(), shop.orders]).toEqual(["paid", ["order-1"]]);

        const fields = { paymentStatus: "fail", orderID: started.attemptId };
        const back = await shop.send(shop.returnPath, { body: fields });
        const wait = await shop.send(back.headers.location ?? "");
        expect([wait.status, wait.headers.location]).toEqual([303, "/orders/order-1?state=paid"]);
      },
    );
  });

  test("the router works under a router of the shop, and beside other routes at the root", async () => {
    const shop = await TestShop.open({
      release,
      mount: "/",
      after: (app) => app.get("/orders/:id", (request, response) => void response.send(request.params.id)),
    });
    expect((await shop.send("/orders/7")).body).toBe("7");
    expect((await shop.send("/wait/1/2")).body).toBe("unknown");
    expect((await shop.send("/notify/7")).body).toBe("unknown");
  });

  test("the router uses the bytes that the host stored as rawBody", async () => {
    const shop = await TestShop.open({
      release,
      before: (app) =>
        app.use(
          expressVersions[release].urlencoded({
            extended: true,
            verify: (request, _, bytes) => Object.assign(request, { rawBody: bytes }),
          }),
        ),
    });
    await shop.start();
    expect((await shop.notify()).body).toBe("OK");
  });

  test("a consumed stream is refused, and the event names the solution (B-33)", async () => {
    const shop = await TestShop.open({
      release,
      before: (app) => app.use((request, _, next) => void request.resume().on("end", () => next())),
    });
    await shop.start();
    const reply = await shop.notify();
    expect([reply.status, reply.body]).toEqual([400, "malformed"]);
    const event = shop.events.find(({ event: name }) => name === "notification-refused");
    expect(event).toMatchObject({ message: expect.stringContaining("before other body parsers") });
  });
});
