import { afterEach, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

test("behind a proxy with a prefix, the addresses are those of publicUrl (B-43)", async () => {
  const shop = await TestShop.open({
    options: { publicUrl: "https://shop.example/de/pay/", sandbox: true },
    before: (app) => app.set("trust proxy", true),
  });
  await shop.start();
  const notifyUrl = shop.gateway.lastForm.get("pay_notifyurl") ?? "";
  expect(notifyUrl).toMatch(/^https:\/\/shop\.example\/de\/pay\/notify\/[^/]{20}\/[^/]{26}$/);
  const body = signFields(notificationFields(shop.gateway.lastForm));
  expect((await shop.send(notifyUrl.replace("https://shop.example/de", ""), { body })).body).toBe("OK");
  const back = await shop.send(shop.returnPath.replace("/de", ""));
  expect(back.headers.location).toMatch(/^https:\/\/shop\.example\/de\/pay\/wait\/[^/]{20}\/[^/]{26}$/);
});
