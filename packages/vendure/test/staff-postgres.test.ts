import { createPostgresDatabase } from "./conformance/test-database.mts";
import { staffSuite } from "./shop/staff.suite.mts";

staffSuite("Vendure on Postgres", createPostgresDatabase);
