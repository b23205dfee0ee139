import { MemoryStore } from "@pay-index/core";
import { storeContract } from "../src/index.ts";

storeContract("MemoryStore", async () => ({ store: new MemoryStore(), close: async () => {} }));
