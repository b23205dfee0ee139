import { money, openShop } from "@pay-index/server/shop";
import { postgres } from "../../packages/postgres/src/index.ts";
import { sqlite } from "../../packages/sqlite/src/index.ts";

/** What this program uses of Bun. */
declare const Bun: {
  serve(options: {
    port: number;
    fetch(request: Request, server: { requestIP(request: Request): { address: string } | null }): unknown;
  }): { readonly port: number };
};

const [gateway = "", database = ""] = process.argv.slice(2);
const store = database.startsWith("postgres:")
  ? postgres(new (await import("pg")).default.Pool({ connectionString: database }))
  : sqlite(database);

const listening = Bun.serve({
  port: 0,
  async fetch(request, bun) {
    const { shop, server } = await opened;
    const remoteAddress = bun.requestIP(request)?.address;
    if (new URL(request.url).pathname !== "/checkout") return server.fetch(request, { remoteAddress });
    const sale = await shop.start({
      ...{ reference: "order-1", variant: "hosted", amount: money(1999, "USD"), request },
      buyer: {
        ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "5550100" },
        ...{ country: "GB", ip: remoteAddress ?? "" },
      },
    });
    return Response.json(sale);
  },
});

const opened = openShop<unknown, Request>(
  {
    ...{ gateway, sandbox: true, publicUrl: `http://localhost:${listening.port}/pay`, store: store as never },
    merchants: [{ id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] }],
    amountDue: () => money(1999, "USD"),
    onPaid: () => undefined,
    orderPage: () => "/order",
  },
  {
    browserOf: (request) => ({ userAgent: request.headers.get("user-agent") ?? undefined }),
    staffApp: () => new URL("file:///"),
  },
);
await opened;
console.log(`port ${listening.port}`);
