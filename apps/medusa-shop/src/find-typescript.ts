/**
 * Medusa asks for its configuration without the ending of the file, and leaves it to `ts-node` to find TypeScript. Node runs
 * TypeScript by itself, and only has to look for it.
 */
import { createRequire } from "node:module";

const { extensions } = createRequire(import.meta.url);
extensions[".ts"] ??= extensions[".js"];
