import { createPostgresDatabase } from "./conformance/test-database.mts";
import { hardInputSuite } from "./shop/hard-input.suite.mts";

hardInputSuite("Vendure on Postgres", createPostgresDatabase);
