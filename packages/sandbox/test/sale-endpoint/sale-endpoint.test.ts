import { expect, it } from "vitest";
import {
  cardFields,
  challengeCard,
  failedCard,
  insufficientFundsCard,
  merchantByVariant,
  postSale,
  saleOf,
  sellSigned,
  signSale,
  successCard,
} from "../fixtures/sale.ts";
import { shareSandbox } from "../fixtures/set-up-sandbox.ts";

const sandbox = await shareSandbox({ retryGaps: [], allowAppSchemes: ["myapp"] });

const page = /^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{24}/;

it.each(["card", "subscription"] as const)(
  "decides a %s sale by its test card (RES-STATUS)",
  async (variant) => {
    const answers: unknown[] = [];
    for (const number of [successCard, failedCard, insufficientFundsCard, "5555555555554444"]) {
      answers.push(await sellSigned(sandbox.url, variant, cardFields(number)));
    }
    expect(answers).toEqual([
      { status: 0, msg: "transaction success" },
      { status: 2, msg: "transaction failed: the card was declined" },
      { status: 2, msg: "transaction failed: insufficient funds" },
      { status: 2, msg: "transaction failed: the sandbox knows only its test cards" },
    ]);
    const challenged = await sellSigned(sandbox.url, variant, cardFields(challengeCard));
    expect(challenged).toEqual({ status: 1, url: expect.stringMatching(new RegExp(`${page.source}/3d$`)) });
  },
);

it("declines a card that has expired", async () => {
  const answer = await sellSigned(sandbox.url, "card", { ...cardFields(successCard), pay_cardyear: "2020" });
  expect(answer).toEqual({ status: 2, msg: "transaction failed: the card has expired" });
});

it("answers the other variants with a page (RES-URL)", async () => {
  const url = (rest: string) => ({
    status: 1,
    url: expect.stringMatching(new RegExp(`${page.source}${rest}$`)),
  });
  expect(await sellSigned(sandbox.url, "hosted")).toEqual(url(""));
  expect(await sellSigned(sandbox.url, "link")).toEqual(url(""));
  expect(await sellSigned(sandbox.url, "apm")).toEqual(url(""));
  expect(await sellSigned(sandbox.url, "apm", { pay_method: "ideal" })).toEqual(url("/method/ideal"));
  expect(await sellSigned(sandbox.url, "apm", { pay_app_scheme: "myapp" })).toEqual(url("/app"));
});

it("answers a card sale without a card with a checkout page (REQ-CARD)", async () => {
  const answer = await sellSigned(sandbox.url, "card", {
    pay_cardno: undefined,
    pay_cardmonth: undefined,
    pay_cardyear: undefined,
    pay_cardcvv: undefined,
  });
  expect(answer).toEqual({ status: 1, url: expect.stringMatching(page) });
});

it("never charges a card that is sent with a hosted or link sale", async () => {
  for (const variant of ["hosted", "link"] as const) {
    const sale = saleOf(variant, cardFields(successCard));
    expect((await postSale(sandbox.url, signSale(sale, merchantByVariant[variant].key))).status).toBe(1);
    const order = sandbox.order(sale.pay_orderid ?? "");
    expect(order).toMatchObject({ state: "pending" });
    expect(order).not.toHaveProperty("card");
  }
});

it("checks the merchant, then the fields, then the signature, then the order ID", async () => {
  const sale = saleOf("hosted");
  const key = merchantByVariant.hosted.key;
  expect((await postSale(sandbox.url, signSale(sale, key))).status).toBe(1);
  const wrongSign = { ...signSale(sale, "another key") };
  const wrongField = { ...wrongSign, pay_currency: "eur" };
  const wrongMerchant = { ...wrongField, pay_memberid: "99999" };
  expect((await postSale(sandbox.url, wrongMerchant)).msg).toBe("pay_memberid: no such merchant");
  expect((await postSale(sandbox.url, wrongField)).msg).toMatch(/^pay_currency: [^;]*$/);
  expect(await postSale(sandbox.url, wrongSign)).toEqual({
    status: "error",
    msg: "pay_md5sign: signature verification failed (SIG-DIGEST)",
  });
  expect((await postSale(sandbox.url, signSale(sale, key))).msg).toMatch(/^pay_orderid: duplicate/);
});

it("accepts an order ID once for each merchant, also if two submissions race (REQ-ORDERID)", async () => {
  const sale = { pay_orderid: "RACE" };
  const answers = await Promise.all(Array.from({ length: 8 }, () => sellSigned(sandbox.url, "hosted", sale)));
  expect(answers.filter((answer) => answer.status === 1)).toHaveLength(1);
  expect(answers.filter((answer) => answer.msg?.includes("duplicate"))).toHaveLength(7);
  expect((await sellSigned(sandbox.url, "link", sale)).status).toBe(1);
  expect(sandbox.order("RACE", "10002")?.variant).toBe("hosted");
  expect(sandbox.order("RACE")?.variant).toBe("link");
});

it("reads signed values as UTF-8 (SIG-ORDER)", async () => {
  const beyondAscii = { pay_callbackurl: "http://127.0.0.1/zurück?名=7" };
  expect((await sellSigned(sandbox.url, "hosted", beyondAscii)).status).toBe(1);
});

it("uses up the order ID of a declined sale, but not that of a refused one (REQ-ORDERID)", async () => {
  const number = { pay_orderid: "SPENT" };
  expect((await sellSigned(sandbox.url, "card", { ...number, pay_amount: "0" })).status).toBe("error");
  expect((await sellSigned(sandbox.url, "card", { ...number, ...cardFields(failedCard) })).status).toBe(2);
  expect((await sellSigned(sandbox.url, "card", number)).msg).toMatch(/^pay_orderid: duplicate/);
});

async function raw(body: string | Buffer, type = "application/x-www-form-urlencoded"): Promise<string> {
  const response = await fetch(`${sandbox.url}/pay_index`, {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  expect(response.status).toBe(200);
  const answer = (await response.json()) as { status: string; msg: string };
  expect(answer.status).toBe("error");
  return answer.msg;
}

it("accepts only strict forms (REQ-ENCODING)", async () => {
  expect(await raw("pay_memberid=10002&pay_memberid=10002")).toBe(
    "pay_memberid: sent more than once (REQ-ENCODING)",
  );
  expect(await raw("pay%5Fmemberid=10002&pay_memberid=10002")).toContain("more than once");
  expect(await raw("pay_memberid=%ff")).toContain("broken percent-encoding");
  expect(await raw("pay_memberid=%4")).toContain("broken percent-encoding");
  expect(await raw(Buffer.from([0x61, 0x3d, 0xff]))).toContain("not UTF-8");
  expect(await raw("pay_memberid")).toContain("name=value");
  expect(await raw("")).toContain("empty");
  expect(await raw("pay_memberid=10002", "application/json")).toContain("x-www-form-urlencoded");
  expect(await raw("pay_memberid=10002", "application/x-www-form-urlencoded; charset=gbk")).toContain(
    "UTF-8",
  );
  expect(await raw(Array.from({ length: 101 }, (_, i) => `f${i}=1`).join("&"))).toContain(
    "more than 100 fields",
  );
  expect(await raw(`a=${"x".repeat(300_000)}`)).toContain("too large");
});

it("accepts sales by POST only (REQ-URL)", async () => {
  const response = await fetch(`${sandbox.url}/pay_index`);
  expect(response.status).toBe(405);
  expect(await response.json()).toMatchObject({ status: "error" });
});
