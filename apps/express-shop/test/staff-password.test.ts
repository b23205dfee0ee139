import { describe, expect, it, onTestFinished } from "vitest";
import { openShopProcess } from "./shop-process.ts";

const staffPassword = "password-of-a-test";

async function openStaffPages(env: Record<string, string>) {
  const shop = await openShopProcess(env);
  onTestFinished(() => shop.close());
  return async (path: string, password: string, method = "GET") => {
    const authorization = `Basic ${Buffer.from(`staff:${password}`).toString("base64")}`;
    return fetch(`${shop.shopUrl}/staff/${path}`, { method, headers: { authorization } });
  };
}

describe("the pages of staff", () => {
  it("ask for the password", async () => {
    const ask = await openStaffPages({ STAFF_PASSWORD: staffPassword });
    for (const password of ["", `${staffPassword}1`, staffPassword.replace("test", "tesT")])
      for (const { status, headers } of [
        await ask("", password),
        await ask("api/attempts/refund", password, "POST"),
      ])
        expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Basic")]);
    expect((await ask("api/session", staffPassword)).status).toBe(200);
  });

  it.each([{ STAFF_PASSWORD: "" }, {}])("do not exist with %o", async (env) => {
    expect((await (await openStaffPages(env))("api/session", "")).status).toBe(404);
  });
});
