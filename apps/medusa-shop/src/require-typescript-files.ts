/**
 * Medusa requires its configuration without a file extension, and uses `ts-node` to find TypeScript files. Node runs
 * TypeScript itself, and only needs to find the file.
 */
import { createRequire } from "node:module";

const { extensions } = createRequire(import.meta.url);
extensions[".ts"] ??= extensions[".js"];
