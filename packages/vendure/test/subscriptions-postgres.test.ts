import { createPostgresDatabase } from "./conformance/test-database.mts";
import { subscriptionsSuite } from "./shop/subscriptions.suite.mts";

subscriptionsSuite("Vendure on Postgres", createPostgresDatabase);
