#!/usr/bin/env node
import process from "node:process";
import { migrateTables } from "../migrate-tables.ts";
import {
  addressWithoutPassword,
  readDatabaseAddress,
  readFlags,
  runCommand,
  withDatabase,
} from "./command-line.ts";

const help = `pay-index-migrate: brings the tables of pay-index in a Postgres database up to date

  --database ADDRESS   postgres://user:password@host:5432/name; or set DATABASE_URL, which no list of processes shows
  --help               shows this

It may run any number of times and in many places at once. The shop's own tables are not touched.
`;

await runCommand("pay-index-migrate", async () => {
  const { database } = readFlags(help, { database: { type: "string" } });
  const address = readDatabaseAddress(database, "database");
  await withDatabase(address, migrateTables);
  process.stdout.write(`The tables in ${addressWithoutPassword(address)} are up to date.\n`);
});
