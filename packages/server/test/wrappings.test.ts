import { afterEach, describe, expect, test } from "vitest";
import { allWrappings } from "../../../tests/recordings/wrappings.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

describe.each([
  [4, "none"],
  [4, "both"],
  [5, "none"],
  [5, "both"],
  [5, "raw"],
  [5, "text"],
  ["fetch", "none"],
] as const)("on Express or fetch: %s, behind the parsers: %s", (release, parser) => {
  // This parser decodes the text by its label before the route gets it, or fails on the label.
  const isLost = (name: string) => parser === "text" && /utf-16|does not exist/.test(name);
  test.each(allWrappings.filter(([name]) => !isLost(name)))(
    "a notification is taken: %s (NOT-ENCODING, NOT-CHARSET, NSIG-CASE, NSIG-FIELDS)",
    async (_, wrap) => {
      const shop = await TestShop.open({ release, parser });
      await shop.start();
      const { behindAddress, ...sent } = wrap(signFields(notificationFields(shop.gateway.lastForm)));
      const reply = await shop.send(`${shop.notifyPath}${behindAddress}`, sent);
      expect(`${reply.status} ${reply.body}`).toBe("200 OK");
      expect([await shop.state(), shop.calls]).toEqual(["paid", 1]);
    },
  );
});
