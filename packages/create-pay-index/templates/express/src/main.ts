import { createPayIndex } from "@pay-index/express";
import { createApp } from "./app.ts";
import { options } from "./payments.ts";
import { settings } from "./settings.ts";

const pay = await createPayIndex(options);
const server = createApp(pay).listen(settings.port, () =>
  console.log(`The shop is ready on ${settings.shopUrl}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
    void pay.close().then(() => process.exit(0));
  });
