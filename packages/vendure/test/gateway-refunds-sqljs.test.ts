import { createSqljsDatabase } from "./conformance/test-database.mts";
import { gatewayRefundsSuite } from "./shop/gateway-refunds.suite.mts";

gatewayRefundsSuite("Vendure on sql.js", createSqljsDatabase);
