import type { IncomingMessage, RequestListener } from "node:http";
import { runShopProcess } from "../../../express/test/conformance/run-shop-process.ts";
import { createPayIndex } from "../../src/index.ts";
import { startNextApp } from "../start-next-app.ts";
import { testShops } from "../test-shops.ts";

/** The proxy before the shop knows its buyers by what the scenarios write, and believes no sender of notifications. */
function addressOf({ url = "", headers, socket }: IncomingMessage): string | undefined {
  const [address] = String(headers["x-forwarded-for"] ?? "").split(",", 1);
  return address === "" || url.startsWith("/pay/notify/") ? socket.remoteAddress : address;
}

runShopProcess(async (options, pages) => {
  const payments = createPayIndex({
    ...options,
    clientAddress: (headers) => headers.get("x-real-ip") ?? undefined,
  });
  const pay = await payments.open();
  const shop = {
    payments,
    readsBody: false,
    async checkOut(request: Request, { tenant = "", reference = "" }) {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const { headers } = request;
      const { status, location, body } = await pages.checkOut(pay, {
        tenant,
        reference,
        form,
        request: headers,
      });
      return new Response(body, { status, headers: location === undefined ? {} : { location } });
    },
  };
  testShops.set(new URL(options.publicUrl).host, shop);
  const answer = await startNextApp("conformance");
  const listener: RequestListener = (request, response) => {
    request.headers["x-real-ip"] = addressOf(request);
    answer(request, response);
  };
  return { pay, listener };
});
