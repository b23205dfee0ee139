// pnpm links strictly: a plugin finds only what it declares. Both admins are built and used in shops that pnpm installs.
import { describe } from "vitest";
import { MedusaSite } from "./medusa-site.ts";
import { openStaffSite, resolutionSuite } from "./staff.suite.ts";
import { VendureSite } from "./vendure-site.ts";

describe("Medusa's admin", () => resolutionSuite(openStaffSite(() => MedusaSite.open("pnpm"))));

describe("Vendure's dashboard", () => resolutionSuite(openStaffSite(() => VendureSite.open("pnpm"))));
