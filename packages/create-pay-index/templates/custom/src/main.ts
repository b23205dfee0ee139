import { listen, openPayments } from "./app.ts";
import { settings } from "./settings.ts";

// `dev` and `demo` say that they are development. Everything else takes real payments.
process.env.NODE_ENV ??= "production";

const pay = await openPayments();
const stop = await listen(pay);
console.log(`The shop is ready on ${settings.shopUrl}.`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await stop();
    await pay.close();
    process.exit(0);
  });
