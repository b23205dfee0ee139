import { createSqljsDatabase } from "./conformance/test-database.mts";
import { staffOverviewSuite } from "./shop/staff-overview.suite.mts";

staffOverviewSuite("Vendure on sql.js", createSqljsDatabase);
