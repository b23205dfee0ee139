import { money, openShop } from "@pay-index/server/shop";
import { Pool } from "pg";
import { postgres } from "../../packages/postgres/src/index.ts";

interface Environment {
  readonly DATABASE_URL: string;
  readonly GATEWAY: string;
}

interface Execution {
  waitUntil(work: Promise<unknown>): void;
}

const framework = {
  browserOf: (request: Request) => ({
    ip: request.headers.get("cf-connecting-ip") ?? "203.0.113.7",
    userAgent: request.headers.get("user-agent") ?? undefined,
  }),
  staffApp: () => new URL("file:///"),
};

function openOn(pool: Pool, gateway: string) {
  return openShop(
    {
      ...{ gateway, sandbox: true, publicUrl: "http://shop.example/pay", store: postgres(pool) },
      ...{ tickEvery: 0, cronSecret: "0123456789abcdef0123456789abcdef" },
      merchants: [{ id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] }],
      amountDue: () => money(1999, "USD"),
      onPaid: async ({ payment, tx }) => {
        await tx.query("INSERT INTO orders VALUES ($1)", [payment.reference]);
      },
      orderPage: () => "/order",
    },
    framework,
  );
}

/** A Worker cannot use a connection that another request has opened. */
// biome-ignore lint/style/noDefaultExport: the runtime calls the default export
export default {
  async fetch(request: Request, env: Environment, context: Execution): Promise<Response> {
    const pool = new Pool({ connectionString: env.DATABASE_URL });
    const { shop, server } = await openOn(pool, env.GATEWAY);
    try {
      if (new URL(request.url).pathname !== "/checkout") return await server.fetch(request);
      const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "5550100" };
      return Response.json(
        await shop.start({
          ...{ reference: "order-1", variant: "hosted", amount: money(1999, "USD"), request },
          buyer: { ...buyer, country: "GB" },
        }),
      );
    } finally {
      context.waitUntil(shop.close().then(() => pool.end()));
    }
  },
};
