import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

const platform = {
  now: () => new Date(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  randomBytes: (size) => randomBytes(size),
  fetch: (input, init) => fetch(input, init),
};

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

async function bytesOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The smallest host there can be: sells one thing by card, and resolves with what it was told when it was paid. */
export async function sellWithCore({ CardDetails, createGateway, MemoryStore, money }, gatewayUrl) {
  const server = createServer(async (request, response) => {
    const [, , attemptId = "", token = ""] = request.url.split("/").slice(1);
    const contentType = request.headers["content-type"];
    const body = { kind: "raw", bytes: await bytesOf(request), contentType };
    const reply = await gateway.receive({ attemptId, token, body });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  const price = money(1999, "USD");
  let tellPaid;
  const paid = new Promise((resolve) => {
    tellPaid = resolve;
  });
  const gateway = createGateway({
    options: {
      gateway: gatewayUrl,
      publicUrl: `http://127.0.0.1:${server.address().port}/pay`,
      merchants: [{ id: "10001", key: "sandbox-card-key" }],
      sandbox: true,
      acceptRawCards: true,
    },
    store: new MemoryStore(),
    orders: {
      placeOrder: async ({ payment, checkAmountDue }) => {
        const amount = checkAmountDue(price);
        tellPaid(payment);
        return { placed: { id: payment.reference }, amount };
      },
    },
    pages: { orderPage: ({ reference }) => `/orders/${reference}` },
    platform,
  });

  const card = CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" });
  const items = [{ name: "Tea", price: 1999, quantity: 1 }];
  await gateway.start({ reference: "7", variant: "card", amount: price, buyer, items, card });
  const { reference } = await paid;
  await gateway.close();
  const { state } = await gateway.status({ reference });
  server.close();
  server.closeAllConnections();
  return { reference, state };
}
