import { money } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { CardDetails } from "@pay-index/core/protocol";
import { MemoryStore } from "@pay-index/core/store";
import * as adapter from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { sellWithCore } from "./sell-with-core.mjs";
import { sellWithExpress } from "./sell-with-express.mjs";

const [, , gateway, file] = process.argv;
const core = { CardDetails, createGateway, MemoryStore, money };
const report = { node: process.versions.node, core: await sellWithCore(core, gateway) };
try {
  report.express = await sellWithExpress({ ...adapter, express, sqlite }, gateway, file);
} catch (error) {
  report.express = { code: error.code, message: error.message };
}
process.stdout.write(JSON.stringify(report));
process.exit();
