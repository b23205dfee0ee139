import { createPostgresDatabase } from "./conformance/test-database.mts";
import { checkoutSuite } from "./shop/checkout.suite.mts";

checkoutSuite("Vendure on Postgres", createPostgresDatabase);
