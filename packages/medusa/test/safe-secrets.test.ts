import { container } from "@medusajs/framework";
import { expect, test } from "vitest";
import { assertSafeSecrets } from "../src/modules/pay-index/loaders/assert-safe-secrets.ts";

const random = "5f0d9c1b7a3e4d2c8b6a5f0d9c1b7a3e";
const live = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/hooks/pay-index",
  orderPage: () => "/order",
  merchants: [{ id: "10002", key: "a-key-of-a-real-merchant" }],
};

const start = (http: object, options: object = live) => {
  container.register({ configModule: { resolve: () => ({ projectConfig: { http } }) } });
  return assertSafeSecrets({ options } as never);
};

test("outside of the sandbox, Medusa does not start with the secrets of an example", async () => {
  const refused = start({ jwtSecret: "supersecret", cookieSecret: random });
  await expect(refused).rejects.toMatchObject({
    code: "options_invalid",
    problems: [{ path: "projectConfig.http.jwtSecret", message: expect.stringContaining("openssl rand") }],
  });
  const sandbox = { ...live, gateway: "http://localhost:4400", sandbox: true };
  await start({ jwtSecret: "supersecret", cookieSecret: "supersecret" }, sandbox);
  await start({ jwtSecret: random, cookieSecret: random.split("").reverse().join("") });
});
