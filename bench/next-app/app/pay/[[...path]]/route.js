import { MemoryStore } from "@pay-index/core/store";
import { createPayIndex } from "@pay-index/next";

class Store extends MemoryStore {
  async transaction(work) {
    return work(undefined);
  }
  async close() {
    // There is nothing to let go of.
  }
}

export const { GET, OPTIONS, POST, PUT, PATCH, DELETE } = createPayIndex({
  gateway: "https://gateway.example",
  publicUrl: "http://shop.example/pay",
  merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
  sandbox: true,
  sandboxInProduction: true,
  store: new Store(),
  amountDue: () => ({ minor: 1999, currency: "USD" }),
  onPaid: () => undefined,
  orderPage: () => "/",
  tickEvery: 0,
  clientAddress: (headers) => headers.get("x-forwarded-for") ?? undefined,
}).handlers;
