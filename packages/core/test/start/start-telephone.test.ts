import { expect, test } from "vitest";
import type { Options, Sale } from "../../src/index.ts";
import { buyer, hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const notConverted = "telephone_not_converted";

interface Telephones {
  readonly phone: string;
  readonly country: string;
  readonly shipping?: { readonly phone?: string; readonly country?: string };
}

const saleWith = ({ phone, country, shipping }: Telephones) =>
  ({ ...hostedSaleInput(), buyer: { ...buyer, phone, country }, ...(shipping && { shipping }) }) as Sale;

async function sentTelephones(telephones: Telephones, options: Partial<Options> = { telephone: "national" }) {
  const shop = new TestShop(options);
  const { warnings } = await shop.gateway.start(saleWith(telephones));
  const events = shop.events.flatMap((each) => (each.event === "sale-warning" ? [each.warning] : []));
  expect(events).toEqual(warnings);
  const { lastForm } = shop;
  return [lastForm.get("pay_telephone"), lastForm.get("shipping_telephone"), ...warnings];
}

test.each([
  ["+82 10-1234-5678", "KR", "01012345678"],
  ["010-1234-5678", "KR", "01012345678"],
  ["8210 1234 5678", "KR", "01012345678"],
  ["+82 (0)10 1234 5678", "KR", "01012345678"],
  ["001 82 10 1234 5678", "KR", "01012345678"],
  ["+８２ 10 1234 5678", "KR", "01012345678"],
  ["+7 912 345-67-89", "RU", "89123456789"],
  ["+39 06 6982", "IT", "066982"],
  ["+49 30 123456 ext. 12", "DE", "030123456"],
  ["+1 (213) 373-4253", "CA", "2133734253"],
])("%s of %s is sent as %s (REQ-TELEPHONE)", async (phone, country, national) => {
  expect(await sentTelephones({ phone, country })).toEqual([national, null]);
});

test.each([
  ["of another country", "+81 90-1234-5678", "KR"],
  ["that is too short", "12", "KR"],
  ["of which there are two", "010 1234 5678 / 010 9999 8888", "KR"],
  ["of no country", "+999 123456", "KR"],
  ["of a network without a country", "+800 1234 5678", "US"],
  ["in a country without numbers", "555 0100", "AQ"],
])("a number %s is sent as given, with a warning (REQ-TELEPHONE)", async (_, phone, country) => {
  expect(await sentTelephones({ phone, country })).toEqual([phone, null, notConverted]);
});

test.each<[string, NonNullable<Telephones["shipping"]>, (string | null)[]]>([
  ["of its own country", { phone: "+81 90-1234-5678", country: "JP" }, ["09012345678"]],
  [
    "of the billing country only",
    { phone: "+82 2-123-4567", country: "JP" },
    ["+82 2-123-4567", notConverted],
  ],
  ["without a country", { phone: "02-123-4567" }, ["02-123-4567", notConverted]],
  ["that is missing", { country: "JP" }, [null]],
])("a shipping telephone %s (REQ-TELEPHONE)", async (_, shipping, sent) => {
  const billing = { phone: "+82 10-1234-5678", country: "KR" };
  expect(await sentTelephones({ ...billing, shipping })).toEqual(["01012345678", ...sent]);
});

test("two telephones that cannot be converted have one warning (REQ-TELEPHONE)", async () => {
  const telephones = { phone: "12", country: "KR", shipping: { phone: "13", country: "KR" } };
  expect(await sentTelephones(telephones)).toEqual(["12", "13", notConverted]);
});

test("two spellings of a number are the same sale if both are sent alike (REQ-TELEPHONE, ENG-START)", async () => {
  const shop = new TestShop({ telephone: "national" });
  await shop.gateway.start(saleWith({ phone: "+82 10-1234-5678", country: "KR" }));
  const again = await shop.gateway.start(saleWith({ phone: "010 1234 5678", country: "KR" }));
  expect([again.reused, shop.submissions.length]).toEqual([true, 1]);
});
