#!/usr/bin/env node
import process from "node:process";
import { runProgram } from "./program.ts";

// The shop of a configuration may leave a connection open. The command is over, and its output is written.
process.exit(await runProgram(process.argv.slice(2)));
