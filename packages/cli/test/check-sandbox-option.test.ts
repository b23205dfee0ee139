import { describe, expect, test } from "vitest";
import type { ShopPluginOptions } from "../src/config/define-config.ts";
import { checkSandboxOption } from "../src/doctor/check-sandbox-option.ts";

describe("the option sandbox", () => {
  const local = { gateway: "http://127.0.0.1:4400", publicUrl: "http://localhost:3000/pay", sandbox: true };
  const findingsOf = (changes: object) =>
    checkSandboxOption({ ...local, merchants: [], ...changes } as unknown as ShopPluginOptions);

  test.each([
    [{ publicUrl: "https://shop.example/pay" }],
    [{ gateway: "https://203.0.113.7" }],
    [{ publicUrl: "https://[2001:db8::1]/pay" }],
    [{ publicUrl: "https://172.32.0.1/pay" }],
  ])("has a finding with %j", (changes) => {
    expect(findingsOf(changes)).toMatchObject([{ code: "sandbox_option", path: "sandbox" }]);
    expect(findingsOf({ ...changes, sandbox: false })).toEqual([]);
  });

  test.each([
    "http://localhost:3000",
    "http://shop.localhost",
    "http://192.168.1.9",
    "http://172.31.0.1",
    "http://[::1]:3000",
    "http://[fd00::1]",
    "http://sandbox:4400",
    "http://shop.internal",
  ])("has no finding with %s", (address) => {
    expect(findingsOf({ publicUrl: address, gateway: address })).toEqual([]);
  });
});
