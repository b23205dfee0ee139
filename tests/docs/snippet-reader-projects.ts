import { nextjsStorefront } from "./nextjs-reader-project.ts";
import type { SnippetReader } from "./snippet-reader.ts";

const express: SnippetReader = {
  folder: "packages/express/test",
  declarations: `
    declare const elided: import("@pay-index/express").ExpressOptions<any>;
    declare const app: import("express").Express;
    declare const req: import("express").Request;
    declare const res: import("express").Response;
    declare const pool: import("pg").Pool;
    declare const boss: import("pg-boss").PgBoss;
    declare const Pool: typeof import("pg").Pool;
    declare const pay: import("@pay-index/express").PayIndex;
    declare const createPayIndex: typeof import("@pay-index/express").createPayIndex;
    declare const money: typeof import("@pay-index/express").money;
    declare const sqlite: typeof import("@pay-index/sqlite").sqlite;
    declare const sale: import("@pay-index/core").StartedAttempt;
    declare const price: import("@pay-index/core").Money;
    declare function waitUntil(work: Promise<unknown>): void;
    declare function signedInAdmin(request: import("express").Request): { id: string; name: string } | undefined;
    declare const buyer: import("@pay-index/core").Sale["buyer"];
    declare const items: import("@pay-index/core").SaleItem[];
    declare const id: string;
    declare const newKey: string;
    declare const oldKey: string;
    declare const northKey: string;
    declare const southKey: string;
    declare const coffee: import("@pay-index/express").Plan;
    declare const express: typeof import("express");
    declare module "standardwebhooks" {
      export class Webhook { constructor(secret: string); verify(body: Buffer, headers: Record<string, string>): unknown; }
    }
    declare function sendEmail(email: { to: string; subject: string; text: string; messageId: string }): Promise<void>;
    declare function holdParcel(reference: string, cycle: number | undefined): Promise<void>;
    declare function sendMail(to: string, text: string): Promise<void>;
    declare function loadOrder(id: string): Promise<{ id: string; buyer: typeof buyer; items: typeof items; total: number }>;`,
  members: `
    const required = {
      gateway: "https://g.example", publicUrl: "https://s.example/pay", merchants: [{ id: "1", key: "a-key-of-the-merchant" }],
      orderPage: () => "/",
    };
    const inSqlite = { store: sqlite("shop.db"), amountDue: () => price, onPaid: () => undefined };
    void createPayIndex({ ...required, ...inSqlite, /* members */ });`,
};

/** What the README of another framework has, which shows only what differs from Express. */
const onFramework = (name: "hono" | "fastify" | "next", given: string): SnippetReader => ({
  folder: `packages/${name}/test`,
  declarations: `
    ${given}
    type Sale = import("@pay-index/core").Sale;
    declare function loadOrder(id: string): Promise<{
      id: string; buyer: Sale["buyer"]; items: import("@pay-index/core").SaleItem[]; total: number;
    }>;`,
});

const medusa: SnippetReader = {
  folder: "packages/medusa/test",
  files: {
    "packages/medusa/test/pay-index-options.ts": `
      export declare const payIndexOptions: import("@pay-index/medusa").PayIndexPluginOptions;`,
  },
  declarations: `
    declare const elided: object;
    declare const sdk: import("@medusajs/js-sdk").default;
    declare const cart: { id: string };
    declare const region_id: string;
    declare const variant_id: string;
    declare const cartId: string;
    declare function show(text: string): void;
    declare const id: string;
    declare const pay: ReturnType<typeof import("@pay-index/medusa/storefront").createPayIndexClient>;
    declare const container: import("@medusajs/framework").MedusaContainer;
    declare function notifySellers(shop: typeof container, orderId: string): Promise<void>;`,
  members: `
    const options: Partial<import("@pay-index/medusa").PayIndexPluginOptions> = { /* members */ };`,
};

const vendure: SnippetReader = {
  folder: "packages/vendure/test",
  files: {
    "packages/vendure/test/vendure-config.ts": `
      export declare const config: import("@vendure/core").VendureConfig;`,
    "packages/vendure/test/src/vendure-config.ts": `
      export declare const config: import("@vendure/core").VendureConfig;
      export declare const payIndexOptions: import("@pay-index/vendure").PayIndexPluginOptions;`,
  },
  declarations: `
    declare const elided: {
      apiOptions: any; authOptions: any; dbConnectionOptions: any; paymentOptions: any;
    } & Pick<import("@pay-index/vendure").PayIndexPluginOptions, "gateway" | "publicUrl" | "merchants" | "orderPage">;
    declare const PayIndexPlugin: typeof import("@pay-index/vendure").PayIndexPlugin;
    declare const AlertEvent: typeof import("@pay-index/vendure").AlertEvent;
    declare const EventBus: typeof import("@vendure/core").EventBus;
    declare const CycleRenewedEvent: typeof import("@pay-index/vendure").CycleRenewedEvent;
    declare const RenewalRefusedError: typeof import("@pay-index/vendure").RenewalRefusedError;
    declare const events: import("@vendure/core").EventBus;
    declare function isCancelled(orderCode: string): Promise<boolean>;
    declare function isBlocked(ctx: RequestContext, order: import("@vendure/core").Order): Promise<boolean>;
    declare function moveToPacking(ctx: RequestContext, orderId: import("@vendure/core").ID): Promise<void>;
    declare const Query: typeof import("@nestjs/graphql").Query;
    declare const Ctx: typeof import("@vendure/core").Ctx;
    declare const CheckoutButton: (props: { start: () => Promise<unknown>; children: string }) => null;
    declare function startPayment(): Promise<object>;
    declare namespace JSX { interface ElementChildrenAttribute { children: unknown } }
    type RequestContext = import("@vendure/core").RequestContext;
    declare module "@vendure/dashboard/vite" { export function vendureDashboardPlugin(options: object): unknown; }
    declare module "vite" { export function defineConfig(config: { base?: string; plugins: unknown[] }): object; }`,
  members: `
    const options: Partial<import("@pay-index/vendure").PayIndexPluginOptions> = { /* members */ };`,
};

const app = {
  folder: "packages/app/test",
  declarations: `
    declare module "expo-linking" { export function createURL(path: string): string; export function addEventListener(type: "url", listen: (event: { url: string }) => void): { remove(): void }; export function getInitialURL(): Promise<string | null>; }
    declare const elided: any;
    declare const app: import("express").Express;
    declare const pay: import("@pay-index/express").PayIndex;
    declare const button: HTMLButtonElement;
    declare const res: import("express").Response;
    declare const sale: import("@pay-index/core").StartedAttempt;
    declare const returnUrl: string;
    declare const statusUrl: string;
    declare function startOrder(id: string): Promise<{ url: string; attemptId: string; statusUrl: string }>;
    declare const resumePayment: typeof import("@pay-index/app").resumePayment;
    declare const sameTab: typeof import("@pay-index/app/web").sameTab;
    declare const useState: typeof import("react").useState;
    declare const useMemo: typeof import("react").useMemo;
    declare const useEffect: typeof import("react").useEffect;
    declare const Modal: typeof import("react-native").Modal;
    declare const WebView: typeof import("react-native-webview").WebView;`,
};

const adapter = {
  folder: "packages/server/test",
  declarations: `
    declare const publicUrl: string;
    declare const hostOptions: import("@pay-index/server").CommonHostOptions;
    declare const options: import("@pay-index/core").Options;
    declare const store: import("@pay-index/core/store").PaymentStore<never>;
    declare const orders: import("@pay-index/core/adapter").OrderPort<never>;
    declare const logEvent: import("@pay-index/core").EventHandler;
    declare const app: { use(path: string, ...handlers: unknown[]): void };`,
};

/** The app of each framework. The tests in tests/frameworks run the same code on the frameworks themselves. */
const otherFrameworks: SnippetReader = {
  folder: "packages/server/test",
  declarations: `
    type IncomingMessage = import("node:http").IncomingMessage;
    type ServerResponse = import("node:http").ServerResponse;
    declare const options: import("@pay-index/server/shop").ShopOptions<unknown, Request>;
    declare const server: import("@pay-index/server/shop").OpenShop<Request>["server"];
    interface KoaContext { path: string; ip: string; respond?: boolean; req: IncomingMessage; res: ServerResponse }
    declare const app: {
      use(path: string, handle: (request: IncomingMessage, response: ServerResponse) => unknown): void;
      use(handle: (context: KoaContext, next: () => Promise<void>) => unknown): void;
      all(path: string, handle: (context: { request: Request }) => unknown, hook: object): void;
      server: { requestIP(request: Request): { address: string } | null } | null;
    };
    interface RequestEvent { request: Request; getClientAddress(): string }
    declare const Bun: {
      serve(options: { fetch(request: Request, bun: { requestIP(of: Request): { address: string } | null }): unknown }): void;
    };
    declare const Deno: {
      serve(handle: (request: Request, connection: { remoteAddr: { hostname: string } }) => unknown): void;
    };
    declare function defineEventHandler(
      handle: (event: { node: { req: IncomingMessage; res: ServerResponse } }) => unknown,
    ): unknown;`,
};

const commandLine: SnippetReader = {
  folder: "packages/cli/test",
  files: {
    "packages/cli/test/shop.ts": `
      export declare function createApp(pay: import("@pay-index/express").PayIndex): import("express").Express;
      export declare const pool: import("pg").Pool;
      export declare const options: import("@pay-index/express").ExpressOptions<any>;`,
  },
};

const sandbox = { folder: "packages/sandbox/test", declarations: "declare const orderId: string;" };

const staff = {
  folder: "packages/staff/test",
  declarations: "declare const router: { push(params: Record<string, string>): void };",
};

const conformance = {
  folder: "packages/conformance/test",
  files: {
    "packages/conformance/src/my-store.ts": `
      import type { PaymentStore } from "@pay-index/core/store";
      interface MyStore extends PaymentStore<object> { transaction<R>(work: (tx: object) => Promise<R>): Promise<R>; close(): Promise<void> }
      export declare function myStore(database: string): Promise<MyStore>;`,
  },
  declarations: `
    declare const abilities: import("@pay-index/conformance").AbilityDeclarations;
    declare const MyShop: { open(settings: import("@pay-index/conformance").ShopSettings): Promise<import("@pay-index/conformance").HostShop> };
    declare function startMyShop(settings: object): Promise<{ port: number; close(): Promise<void> }>;
    declare const fill: () => void;
    declare const read: () => void;
    declare const sweep: () => void;
    declare function emptyDatabase(): Promise<string>;
    declare function sameDatabase(): string;`,
};

/** The guides whose reader has a shop on Express. */
const guidesOnExpress = [
  ...["alerts", "ask-the-gateway", "cancel-a-subscription", "cards", "debug-a-signature", "disputes"],
  ...["go-live", "link-payments", "pages", "postgres", "refund", "resolve-problems", "rotate-keys"],
  ...["several-merchants", "staff-pages", "subscriptions"],
];

export const snippetReaders: Readonly<Record<string, SnippetReader>> = {
  ...Object.fromEntries(guidesOnExpress.map((name) => [`docs/guides/${name}.md`, express])),
  "README.md": express,
  "docs/guides/frameworks.md": otherFrameworks,
  "docs/guides/medusa-nextjs.md": nextjsStorefront,
  "docs/guides/phone-apps.md": app,
  "docs/guides/sandbox.md": sandbox,
  "docs/guides/statements.md": {
    folder: "packages/cli/test",
    members: `const config: Partial<import("pay-index").PayIndexConfig> = { /* members */ };`,
  },
  "docs/guides/traces-and-metrics.md": { ...express, folder: "packages/opentelemetry/test" },
  "docs/reference/error-codes.md": express,
  "docs/reference/express.md": express,
  "docs/reference/medusa.md": medusa,
  "docs/reference/vendure.md": vendure,
  "docs/start/medusa.md": medusa,
  "docs/start/vendure.md": vendure,
  "docs/zh/start/medusa.md": medusa,
  "docs/zh/start/vendure.md": vendure,
  "packages/app/README.md": app,
  "packages/cli/README.md": commandLine,
  "packages/conformance/README.md": conformance,
  "packages/express/README.md": express,
  "packages/fastify/README.md": onFramework(
    "fastify",
    'declare const app: import("fastify").FastifyInstance;',
  ),
  "packages/hono/README.md": onFramework("hono", 'declare const app: import("hono").Hono;'),
  "packages/medusa/README.md": medusa,
  "packages/next/README.md": {
    ...onFramework(
      "next",
      `type NextConfig = import("next").NextConfig;
      declare const payments: import("@pay-index/next").PayIndex;
      declare const money: typeof import("@pay-index/next").money;
      declare const { headers }: typeof import("next/headers.js");
      declare function redirect(address: string): never;`,
    ),
    members: `
      const options: Partial<import("@pay-index/next").NextOptions<any>> = { /* members */ };`,
  },
  "packages/server/README.md": adapter,
  "packages/opentelemetry/README.md": { folder: "packages/opentelemetry/test" },
  "packages/pages/README.md": { folder: "packages/pages/test" },
  "packages/postgres/README.md": { folder: "packages/postgres/test" },
  "packages/sandbox/README.md": sandbox,
  "packages/sqlite/README.md": { folder: "packages/sqlite/test" },
  "packages/staff/README.md": staff,
  "packages/vendure/README.md": vendure,
};
