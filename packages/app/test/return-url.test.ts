import { expect, test } from "vitest";
import { isReturnUrl } from "../src/return-url.ts";

test.each<[to: string, url: string, is: boolean]>([
  ["https://shop.example/paid", "https://shop.example/paid", true],
  ["https://shop.example/paid", "https://shop.example/paid?paymentStatus=succeeded&orderID=1", true],
  ["https://shop.example/paid", "HTTPS://Shop.Example/paid?a", true],
  ["https://shop.example/paid?shop=1", "https://shop.example/paid", true],
  ["https://shop.example", "https://shop.example/?a=1", true],
  ["https://shop.example/paid", "http://shop.example/paid", false],
  ["https://shop.example/paid", "https://shop.example/paid/", false],
  ["https://shop.example/paid", "https://shop.example/Paid", false],
  ["https://shop.example/paid", "https://shop.example/paid2?paymentStatus=succeeded", false],
  ["https://shop.example/paid", "https://shop.example.evil.example/paid", false],
  ["https://shop.example/paid", "https://shop.example@evil.example/paid", false],
  ["https://shop.example/paid", "https://evil.example/https://shop.example/paid", false],
  ["https://shop.example/paid", "https://shop.example:444/paid", false],
  ["https://shop.example/paid", " https://shop.example/paid", false],
  ["https://shop.example/paid", "https:shop.example/paid", false],
  ["https://shop.example/paid", "", false],
  ["teashop://paid", "teashop://paid?paymentStatus=succeeded", true],
  ["teashop://paid", "TeaShop://paid/?paymentStatus=succeeded", true],
  ["teashop://", "teashop://?paymentStatus=succeeded", true],
  ["teashop://pay/back", "teashop://pay/back?a", true],
  ["teashop://paid", "teashop://paid-not?paymentStatus=succeeded", false],
  ["teashop://paid", "teashop://paid/more", false],
  ["teashop://paid", "teashop2://paid", false],
  ["teashop://paid", "teashop:paid", false],
  ["", "", false],
])("with %s as return address, %s is one: %s", (to, url, is) => {
  expect(isReturnUrl(url, to)).toBe(is);
});
