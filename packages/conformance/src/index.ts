export { type StoreUnderTest, storeContract } from "./store-contract.ts";
