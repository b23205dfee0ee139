import { MemoryStore } from "@pay-index/core/store";
import { storeContract } from "../src/index.ts";

storeContract("MemoryStore", async () => ({ store: new MemoryStore(), close: async () => {} }));
