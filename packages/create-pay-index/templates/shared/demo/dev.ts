// Starts the gateway and the shop, and runs until Ctrl-C.
import { createSandbox } from "@pay-index/sandbox";
import { startShop } from "./start-shop.ts";

const port = (name: string, standard: number) => Number(process.env[name] ?? standard);

const sandbox = await createSandbox({
  port: port("GATEWAY_PORT", 4400),
  log: (line) => console.log(`gateway: ${line}`),
});
const shop = await startShop({
  gateway: sandbox.url,
  port: port("STOREFRONT_PORT", port("PORT", 3000)),
  forDemo: false,
});
console.log(`
  The shop     ${shop.url}
  The gateway  ${sandbox.url}  (orders, notifications, simulated errors)

  Buy in the shop, and pay with the card 4242 4242 4242 4242. Ctrl-C ends both.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await shop.stop();
    await sandbox.close();
    process.exit(0);
  });
