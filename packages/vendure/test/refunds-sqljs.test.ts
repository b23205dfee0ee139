import { createSqljsDatabase } from "./conformance/test-database.mts";
import { refundsSuite } from "./shop/refunds.suite.mts";

refundsSuite("Vendure on sql.js", createSqljsDatabase);
