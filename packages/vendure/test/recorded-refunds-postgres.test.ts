import { createPostgresDatabase } from "./conformance/test-database.mts";
import { recordedRefundsSuite } from "./shop/recorded-refunds.suite.mts";

recordedRefundsSuite("Vendure on Postgres", createPostgresDatabase);
