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

const help = `pay-index-migrate: creates or updates the tables of pay-index in a Postgres database

  --database ADDRESS   postgres://user:password@host:5432/name; or set DATABASE_URL, which other users cannot see
  --help               displays this text

You can run it repeatedly, and on several machines at once. It does not change the shop's own tables.
`;

await runCommand("pay-index-migrate", async () => {
  const { database } = readFlags(help, { database: { type: "string" } });
  const address = readDatabaseAddress(database, "database");
  await withDatabase(address, migrateTables);
  process.stdout.write(`The tables in ${addressWithoutPassword(address)} are up to date.\n`);
});
