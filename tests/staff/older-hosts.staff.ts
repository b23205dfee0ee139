// Shops that have not upgraded Medusa. The dashboards of older releases of Vendure do not build with today's dependencies.
import { describe } from "vitest";
import { medusaReleases } from "../packaging/host-releases.ts";
import { MedusaSite } from "./medusa-site.ts";
import { refundAndRenewalSuite } from "./operations.suite.ts";
import { openStaffSite, resolutionSuite } from "./staff.suite.ts";

describe.each(medusaReleases.slice(0, -1))("Medusa $version", (release) => {
  const suite = openStaffSite(() => MedusaSite.open("npm", release));
  resolutionSuite(suite);
  refundAndRenewalSuite(suite);
});
