import type { Options } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, signedReply, TestShop } from "../fixtures/test-shop.ts";

/** The fields of a reply to a query: what was asked about is paid, unless `more` says otherwise. */
export function queryReply(form: URLSearchParams, more: Record<string, string> = {}): Response {
  return signedReply(form, {
    ...{ amount: "19.99", true_amount: "19.99", currency: "USD", time_end: "2026-03-01 12:05:00" },
    ...{ transaction_id: "202603010001", returncode: "00", trade_state: "SUCCESS", ...more },
  });
}

/** A shop that may ask the gateway, with one open attempt of `order-1`. */
export async function openQueryShop(options: Partial<Options> = {}) {
  const shop = new TestShop({ operations: { query: {} }, ...options });
  let reply: (form: URLSearchParams) => Response | Promise<Response> = queryReply;
  shop.answer = (form) =>
    form.has("pay_amount") ? redirectResponse("https://gateway.test/page/1") : reply(form);
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const sale = shop.lastForm;
  return {
    shop,
    sale,
    attemptId,
    /** The queries that were sent. */
    queries: () => shop.submissions.filter((form) => !form.has("pay_amount")),
    /** From now on, the gateway answers queries with these fields. */
    reports: (more: Record<string, string>) => {
      reply = (form) => queryReply(form, more);
    },
    answers: (next: (form: URLSearchParams) => Response | Promise<Response>) => {
      reply = next;
    },
    query: () => shop.gateway.query({ attemptId }),
    notify: (fields: Record<string, string> = {}) => shop.notify(fields, sale),
    timeline: async () => {
      const [attempt] = (await shop.gateway.status({ reference: "order-1" })).attempts;
      return (attempt?.timeline ?? []).filter(({ source }) => source === "inquiry").map(({ text }) => text);
    },
  };
}
