import Fastify from "fastify";
import { runShopProcess } from "../../../express/test/conformance/run-shop-process.ts";
import { createPayIndex } from "../../src/index.ts";

type Checkout = { Params: { tenant: string; reference: string }; Body: Record<string, string> };

runShopProcess(async (options, pages) => {
  const pay = await createPayIndex(options);
  const app = Fastify({ trustProxy: true });
  const forms = "application/x-www-form-urlencoded";
  app.addContentTypeParser(forms, { parseAs: "string" }, async (_request: unknown, body: string | Buffer) =>
    Object.fromEntries(new URLSearchParams(String(body))),
  );
  app.register(pay.routes, { prefix: "/pay" });
  app.get("/orders/:reference", async () => pages.order);
  app.post<Checkout>("/checkout/:tenant/:reference", async (request, reply) => {
    const { status, location, body } = await pages.checkOut(pay, {
      ...request.params,
      form: request.body,
      request,
    });
    if (location !== undefined) reply.header("location", location);
    return reply.status(status).send(body);
  });
  await app.ready();
  return { pay, listener: (request, response) => app.routing(request, response) };
});
