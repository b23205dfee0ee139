import { createPostgresDatabase } from "./conformance/test-database.mts";
import { refundsSuite } from "./shop/refunds.suite.mts";

refundsSuite("Vendure on Postgres", createPostgresDatabase);
