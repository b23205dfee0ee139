import { createPostgresDatabase } from "./conformance/test-database.mts";
import { ordersSuite } from "./shop/orders.suite.mts";

ordersSuite("Vendure on Postgres", createPostgresDatabase);
