import { afterEach, expect, test, vi } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);
afterEach(() => void vi.unstubAllEnvs());

const openInProduction = (options: object = {}) => {
  vi.stubEnv("NODE_ENV", "production");
  return TestShop.open({ options });
};

test("in production, a shop does not start with the sandbox, and the error says what to do", async () => {
  const message = expect.stringMatching(/no money moves.*remove sandbox.*sandboxInProduction/s);
  const problems = [{ path: "sandbox", message }];
  await expect(openInProduction()).rejects.toMatchObject({ code: "options_invalid", problems });
});

test("with sandboxInProduction it starts, and log and health panel say that no money moves", async () => {
  const shop = await openInProduction({ sandboxInProduction: true });
  const health = await shop.pay.health();
  expect(health.problems).toContain("start-warnings");
  expect(health.startWarnings).toEqual([
    { code: "sandbox_option", message: expect.stringContaining("No money moves") },
  ]);
});

test("outside production, a public gateway beside the sandbox is a warning, and this machine is none", async () => {
  const codes = async (options: object) =>
    (await (await TestShop.open({ options })).pay.health()).startWarnings.map(({ code }) => code);
  expect(await codes({ gateway: "https://gateway.example" })).toEqual(["sandbox_option"]);
  const local = { publicUrl: "http://localhost:3000/pay", gateway: "http://localhost:1" };
  expect(await codes(local)).toEqual([]);
});

test.each([
  ["en", "Test mode: no money moves."],
  ["zh", "测试模式"],
  ["ar", "وضع الاختبار"],
])("each page of a shop in the sandbox says so in %s", async (language, text) => {
  const shop = await TestShop.open({ options: { pages: { outcome: "ours" } } });
  await shop.start();
  const { body } = await shop.send(shop.pathOf("wait"), { headers: { "accept-language": language } });
  expect(body).toContain(text);
  // The script of the waiting page replaces the texts of the live region only.
  expect(body.indexOf(text)).toBeLessThan(body.indexOf('role="status"'));
});
