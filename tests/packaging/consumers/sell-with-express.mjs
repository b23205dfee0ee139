import { createServer } from "node:http";

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
};

/** The shop of the README on a file of its own: sells one thing by card, and resolves with what its own table says then. */
export async function sellWithExpress(
  { CardDetails, express, money, createPayIndex, sqlite },
  gatewayUrl,
  file,
) {
  const app = express();
  const server = createServer(app);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;

  let tellPaid;
  const paid = new Promise((resolve) => {
    tellPaid = resolve;
  });
  const pay = await createPayIndex({
    gateway: gatewayUrl,
    sandbox: true,
    acceptRawCards: true,
    publicUrl: `${origin}/pay`,
    merchants: [{ id: "10001", key: "sandbox-card-key" }],
    store: sqlite(file),
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment, tx }) => {
      tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER NOT NULL)");
      tx.prepare("INSERT INTO orders (id, paid) VALUES (?, 1)").run(payment.reference);
      tellPaid();
    },
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Without it events go to the console, and this process prints its result there.
    onEvent: () => {},
  });
  app.use("/pay", pay.router);
  app.post("/checkout/:order", async (request, response) => {
    const sale = await pay.start({
      reference: request.params.order,
      variant: "card",
      amount: money(1999, "USD"),
      buyer,
      items: [{ name: "Tea", price: 1999, quantity: 1 }],
      card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
      request,
    });
    response.redirect(303, sale.url);
  });
  const checkout = await fetch(`${origin}/checkout/7`, { method: "POST", redirect: "manual" });
  await paid;
  server.close();
  server.closeAllConnections();
  await pay.close();

  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(file);
  const order = { ...database.prepare("SELECT id, paid FROM orders").get() };
  database.close();
  return { checkout: checkout.status, order };
}
