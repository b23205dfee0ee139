import { createSqljsDatabase } from "./conformance/test-database.mts";
import { hardInputSuite } from "./shop/hard-input.suite.mts";

hardInputSuite("Vendure on sql.js", createSqljsDatabase);
