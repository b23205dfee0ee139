import type { SnippetReader } from "./snippet-reader.ts";
import { snippetReaders } from "./snippet-reader-projects.ts";

function readerOfReadme(folder: string): SnippetReader {
  const reader = snippetReaders[`packages/${folder}/README.md`];
  if (reader === undefined) throw new Error(`packages/${folder} has no reader.`);
  return reader;
}

const express = readerOfReadme("express");

/** What the reader of an example in a docstring has, by the source of the docstring: often declarations only. */
export const docstringReaders: Readonly<Record<string, string | Partial<SnippetReader>>> = {
  "packages/app/src/open-payment.ts": `
      declare const browser: import("@pay-index/app").PaymentPageOpener;
      declare const openPayment: typeof import("@pay-index/app").openPayment;`,
  "packages/app/src/react.ts": `
      declare const statusUrl: string;
      declare const usePayment: typeof import("@pay-index/app/react").usePayment;`,
  "packages/cli/src/config/define-config.ts": {
    ...readerOfReadme("cli"),
    declarations: `
      declare const defineConfig: typeof import("pay-index").defineConfig;
      declare const createPayIndex: typeof import("@pay-index/express").createPayIndex;
      declare const options: import("@pay-index/express").ExpressOptions<any>;
      declare function createApp(pay: import("@pay-index/express").PayIndex): import("express").Express;`,
  },
  "packages/core/src/entries/testing.ts": `
      declare const signNotification: typeof import("@pay-index/core/testing").signNotification;
      declare const orderid: string;
      declare const key: string;
      declare const notifyUrl: string;
      declare const otherFields: Readonly<Record<string, string>>;`,
  "packages/core/src/mask/mask-text.ts": `declare const { maskText, showControlCharacters }: typeof import("@pay-index/core/adapter");`,
  "packages/core/src/protocol/money/money.ts": `declare const money: typeof import("@pay-index/core").money;`,
  "packages/core/src/protocol/sale/card.ts": `declare const maskCardNumbers: typeof import("@pay-index/core/adapter").maskCardNumbers;`,
  "packages/server/src/shop/shop-options.ts": {
    ...express,
    declarations: `${express.declarations}
      declare function findUnpaidOrder(reference: string):
        { total: number; buyer: import("@pay-index/core").Sale["buyer"] } | undefined;`,
    members: `
      interface Database { prepare(sql: string): { get(id: string): { total: number } | undefined } }
      const options: Partial<import("@pay-index/express").ExpressOptions<Database>> = { /* members */ };`,
  },
  "packages/express/src/pay-index.ts": {
    ...express,
    declarations: `${express.declarations}
      declare const options: import("@pay-index/express").ExpressOptions<any>;`,
  },
  "packages/fastify/src/pay-index.ts": {
    ...readerOfReadme("fastify"),
    declarations: `
      declare const app: import("fastify").FastifyInstance;
      declare const createPayIndex: typeof import("@pay-index/fastify").createPayIndex;
      declare const options: import("@pay-index/fastify").FastifyOptions<any>;`,
  },
  "packages/hono/src/pay-index.ts": {
    ...readerOfReadme("hono"),
    declarations: `
      declare const app: import("hono").Hono;
      declare const createPayIndex: typeof import("@pay-index/hono").createPayIndex;
      declare const options: import("@pay-index/hono").HonoOptions<any>;`,
  },
  "packages/next/src/pay-index.ts": {
    ...readerOfReadme("next"),
    declarations: `
      declare const createPayIndex: typeof import("@pay-index/next").createPayIndex;
      declare const options: import("@pay-index/next").NextOptions<any>;`,
  },
  "packages/pages/src/buyer-field-problems.ts": `
      declare const error: import("@pay-index/core").PayIndexError;
      declare const describeBuyerFieldProblems: typeof import("@pay-index/pages").describeBuyerFieldProblems;`,
  "packages/pages/src/cart-problems.ts": `declare const cartMessage: typeof import("@pay-index/pages").cartMessage;`,
  "packages/server/src/alert-webhook.ts": {
    declarations: `declare const createAlertWebhook: typeof import("@pay-index/server").createAlertWebhook;`,
    members: `const options: Partial<import("@pay-index/core").Options> = { /* members */ };`,
  },
  "packages/server/src/host-options.ts": {
    members: `const options: Partial<import("@pay-index/server").CartHostOptions> = { /* members */ };`,
  },
};

/** The imports of an example resolve from its package. */
export function docstringReaderOf(source: string): SnippetReader {
  const reader = docstringReaders[source];
  const parts = typeof reader === "string" ? { declarations: reader } : reader;
  return { folder: source.replace(/\/src\/.*/, "/test"), ...parts };
}
