import type { MountShop } from "./mount.ts";

/** The frameworks on which the demo can run the shop. Each is loaded when it is chosen. */
export const frameworks: Readonly<Record<string, () => Promise<MountShop>>> = {
  express: async () => (await import("./express.ts")).mountOnExpress,
  hono: async () => (await import("./hono.ts")).mountOnHono,
  fastify: async () => (await import("./fastify.ts")).mountOnFastify,
  next: async () => (await import("./next.ts")).mountOnNext,
};
