import { expect, test } from "vitest";
import type { ShopPluginOptions } from "../src/config/define-config.ts";
import { checkSandboxOption } from "../src/doctor/check-sandbox-option.ts";

const local = { gateway: "http://127.0.0.1:4400", publicUrl: "http://localhost:3000/pay", sandbox: true };
const findingsOf = (changes: object) =>
  checkSandboxOption({ ...local, merchants: [], ...changes } as unknown as ShopPluginOptions);

test.each([
  { publicUrl: "https://shop.example/pay" },
  { gateway: "https://203.0.113.7" },
  { publicUrl: "https://[2001:db8::1]/pay" },
  { publicUrl: "https://172.32.0.1/pay" },
])("the option sandbox has a finding with %j", (changes) => {
  expect(findingsOf(changes)).toMatchObject([{ code: "sandbox_option", path: "sandbox" }]);
  expect(findingsOf({ ...changes, sandbox: false })).toEqual([]);
});

const hosts = [
  "shop.localhost",
  "192.168.1.9",
  "172.31.0.1",
  "[::1]:3000",
  "[fd00::1]",
  "sandbox",
  "shop.internal",
];

test.each(hosts)("the option sandbox has no finding on this machine or network: %s", (host) => {
  expect(findingsOf({ publicUrl: `http://${host}`, gateway: `http://${host}` })).toEqual([]);
});
