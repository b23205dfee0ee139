import { conformance } from "@pay-index/conformance";
import { clusterDriverOn } from "./drivers.mts";
import { createPostgresDatabase } from "./test-database.mts";

conformance("Vendure on Postgres, two servers and a worker", clusterDriverOn(createPostgresDatabase));
