import { createPostgresDatabase } from "./conformance/test-database.mts";
import { staffOverviewSuite } from "./shop/staff-overview.suite.mts";

staffOverviewSuite("Vendure on Postgres", createPostgresDatabase);
