const { money } = require("@pay-index/core");
const { createGateway } = require("@pay-index/core/adapter");
const { CardDetails } = require("@pay-index/core/protocol");
const { MemoryStore } = require("@pay-index/core/store");
const adapter = require("@pay-index/express");
const { sqlite } = require("@pay-index/sqlite");
const express = require("express");
const { sellWithCore } = require("./sell-with-core.mjs");
const { sellWithExpress } = require("./sell-with-express.mjs");

const core = { CardDetails, createGateway, MemoryStore, money };

async function sell([gateway, file]) {
  const report = { node: process.versions.node, core: await sellWithCore(core, gateway) };
  try {
    report.express = await sellWithExpress({ ...adapter, express, sqlite }, gateway, file);
  } catch (error) {
    report.express = { code: error.code, message: error.message };
  }
  process.stdout.write(JSON.stringify(report));
  process.exit();
}

void sell(process.argv.slice(2));
