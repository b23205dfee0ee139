import { money } from "@pay-index/core";
import { eventLogLevel } from "@pay-index/core/adapter";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowName } from "./bad-input-page.ts";
import { exampleBuyer, notify, openCore } from "./open-core.ts";
import type { ResponseRow } from "./row-types.ts";
import { responseRows as rows } from "./rows/response.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

const gateway = new ScriptedGateway();
let sandbox: ReturnType<typeof openCore>;
let production: ReturnType<typeof openCore>;
beforeAll(async () => {
  sandbox = openCore(await gateway.open());
  production = openCore(gateway, { production: true });
});
afterAll(() => gateway.close());

const pages: Record<ResponseRow["next"], RegExp> = {
  "the gateway": /^https?:\/\/[a-z.]+\.example\/page\/7$/,
  "the retry page": /^\/retry$/,
  "the waiting page": /\/wait\//,
  "the order page": /^\/order\?/,
};

describe("response", () => {
  test.each(rows.map((row, index) => [rowName(row), row, `order-${index}`] as const))(
    "%s",
    async (_, row, reference) => {
      const shop = row.production ? production : sandbox;
      const before = gateway.forms.length;
      gateway.answer = row;
      const started = await shop.core.start({
        reference,
        variant: "hosted",
        amount: money(1999, "USD"),
        buyer: exampleBuyer,
      });
      expect(started.url).toMatch(pages[row.next]);
      expect(gateway.forms.length, "the order is sent once").toBe(before + 1);
      expect(gateway.others, "no redirect is followed").toEqual([]);
      const told = shop.events.findLast(({ event }) => event === "response-received");
      expect(told).toMatchObject({ reference, outcome: row.outcome });
      expect(told && "reason" in told ? told.reason : undefined).toBe(row.reason);
      expect(told && eventLogLevel(told)).toBe(row.outcome === "redirect" ? "debug" : "warn");
      const { state, attempts } = await shop.core.status({ reference });
      expect(state).toBe(row.state);
      expect(attempts[0]?.timeline.at(-1)?.text).toContain(row.reason ?? "returned its payment page");

      // Notifications of this file are signed with the sandbox's keys, which production refuses.
      if (row.production) return;
      // Whatever was answered, the order may have arrived: its notification counts.
      expect(await notify(shop.core, gateway.lastForm)).toBe("200 OK");
      expect((await shop.core.status({ reference })).state).toBe("paid");
      expect(shop.applied).toContain(reference);
      expectNoSecret([shop.events, started]);
    },
  );
});
