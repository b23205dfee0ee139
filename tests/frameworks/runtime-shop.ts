import { money, openShop } from "@pay-index/server/shop";
import { postgres } from "../../packages/postgres/src/index.ts";
import { sqlite } from "../../packages/sqlite/src/index.ts";

type Answer = (request: Request, remoteAddress: string | undefined) => Promise<Response>;

/** What this program uses of the two runtimes. */
interface Runtimes {
  readonly Bun?: {
    serve(options: {
      port: number;
      fetch(request: Request, server: { requestIP(request: Request): { address: string } | null }): unknown;
    }): { readonly port: number };
  };
  readonly Deno?: {
    serve(
      options: { port: number; onListen(): void },
      handle: (request: Request, connection: { remoteAddr: { hostname: string } }) => unknown,
    ): { readonly addr: { readonly port: number } };
  };
}

function listen(answer: Answer): number {
  const { Bun, Deno } = globalThis as Runtimes;
  if (Deno)
    return Deno.serve({ port: 0, onListen: () => undefined }, (request, { remoteAddr }) =>
      answer(request, remoteAddr.hostname),
    ).addr.port;
  if (Bun)
    return Bun.serve({
      port: 0,
      fetch: (request, server) => answer(request, server.requestIP(request)?.address),
    }).port;
  throw new Error("This program runs on Bun and Deno.");
}

const [gateway = "", database = ""] = process.argv.slice(2);
const store = database.startsWith("postgres:")
  ? postgres(new (await import("pg")).default.Pool({ connectionString: database }))
  : sqlite(database);

const port = listen(async (request, remoteAddress) => {
  const { shop, server } = await opened;
  if (new URL(request.url).pathname !== "/checkout") return server.fetch(request, { remoteAddress });
  const sale = await shop.start({
    ...{ reference: "order-1", variant: "hosted", amount: money(1999, "USD"), request },
    buyer: {
      ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "5550100" },
      ...{ country: "GB", ip: remoteAddress ?? "" },
    },
  });
  return Response.json(sale);
});

const opened = openShop<unknown, Request>(
  {
    ...{ gateway, sandbox: true, publicUrl: `http://localhost:${port}/pay`, store: store as never },
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
console.log(`port ${port}`);
