import { createPayIndex } from "@pay-index/express";
import { createApp } from "./app.ts";
import { options } from "./payments.ts";
import { settings } from "./settings.ts";

// `dev` and `demo` say that they are development. Everything else takes real payments.
process.env.NODE_ENV ??= "production";

const pay = await createPayIndex(options);
const server = createApp(pay).listen({ port: settings.port, host: settings.listenHost }, () =>
  console.log(`The shop is ready on ${settings.shopUrl}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
    void pay.close().then(() => process.exit(0));
  });
