import { expect, it } from "vitest";
import { resolveAllowedDeliveryTarget } from "../../src/orders/resolved-delivery-target.ts";

const pin = (url: string, allowed: string[] = []) => resolveAllowedDeliveryTarget(url, allowed);

it.each([
  ["http://127.0.0.1:3000/n", "127.0.0.1"],
  ["http://127.9.8.7/", "127.9.8.7"],
  ["http://[::1]:3000/", "::1"],
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
])("accepts the loopback address %s", async (url, address) => {
  expect(await pin(url)).toMatchObject({ loopback: true, addresses: [{ address }] });
});

it("pins localhost to both loopback addresses, with any answer of the resolver", async () => {
  expect(await pin("http://LocalHost:3000/")).toMatchObject({
    loopback: true,
    addresses: [{ address: "127.0.0.1" }, { address: "::1" }],
  });
});

it.each([
  "http://128.0.0.1/",
  "http://126.255.255.255/",
  "http://10.0.0.1/",
  "http://[::2]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[::]/",
  "http://0/",
  "http://shop.example/",
  "http://localhost./",
])("refuses %s", async (url) => {
  expect(await pin(url)).toEqual({ refused: expect.stringContaining("must be a loopback address") });
});

it("accepts other hosts that are allowed by name, and pins their addresses", async () => {
  expect(await pin("http://192.168.1.10/n", ["192.168.1.10"])).toMatchObject({
    loopback: false,
    addresses: [{ address: "192.168.1.10", family: 4 }],
  });
  expect(await pin("http://192.168.1.11/n", ["192.168.1.10"])).toHaveProperty("refused");
});

it.each([
  ["169.254.169.254"],
  ["0.0.0.0"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["fe80::1"],
  ["::"],
  ["::ffff:a9fe:a9fe"],
])("never sends to %s, also if it is allowed", async (address) => {
  const url = address.includes(":") ? `http://[${address}]/` : `http://${address}/`;
  expect(await pin(url, [address])).toEqual({ refused: "resolves to an address that can never be a shop" });
});

it("refuses an allowed name that does not resolve", async () => {
  expect(await pin("http://shop.invalid/", ["shop.invalid"])).toEqual({
    refused: "the host name cannot be resolved",
  });
});
