import { money } from "@pay-index/core";
import { eventLogLevel } from "@pay-index/core/adapter";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { buyer } from "../../packages/express/test/test-shop.ts";
import { answerWithRow } from "./answer-with-row.ts";
import { notify, openCore } from "./open-core.ts";
import { named } from "./row.ts";
import { responseRows as rows } from "./rows/response.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

const gateway = new FakeGateway();
let sandbox: ReturnType<typeof openCore>;
let production: ReturnType<typeof openCore>;
beforeAll(async () => {
  sandbox = openCore(await gateway.open());
  production = openCore(gateway, { production: true });
});
afterAll(() => gateway.close());

describe("response", () => {
  test.each(named(rows))("%s", async (reference, row) => {
    const shop = row.production ? production : sandbox;
    const before = gateway.submissions.length;
    gateway.answer = answerWithRow(row);
    const started = await shop.core.start({
      reference,
      variant: "hosted",
      amount: money(1999, "USD"),
      buyer,
    });
    const isRedirected = row.reason === undefined;
    expect(started.url).toMatch(isRedirected ? /^https?:\/\/[a-z.]+\.example\/page\/7$/ : /^\/retry$/);
    expect(gateway.submissions.length, "the order is sent once, and no redirect is followed").toBe(
      before + 1,
    );
    const told = shop.events.findLast(({ event }) => event === "response-received");
    expect(told).toMatchObject({ reference, outcome: isRedirected ? "redirect" : "unknown" });
    expect(told && "reason" in told ? told.reason : undefined).toBe(row.reason);
    expect(told && eventLogLevel(told)).toBe(isRedirected ? "debug" : "warn");
    const { state, attempts } = await shop.core.status({ reference });
    expect(state).toBe("pending");
    expect(attempts[0]?.timeline.at(-1)?.text).toContain(row.reason ?? "returned its payment page");

    // Notifications of this file are signed with the sandbox's keys, which production refuses.
    if (row.production) return;
    // Whatever was answered, the order may have arrived: its notification counts.
    expect(await notify(shop.core, gateway.lastForm)).toBe("200 OK");
    expect((await shop.core.status({ reference })).state).toBe("paid");
    expect(shop.applied).toContain(reference);
    expectNoSecret([shop.events, started]);
  });
});
