import { CreateError } from "./create-error.ts";

/** The first Node that runs TypeScript and has node:sqlite, both without a flag. */
const lowestMajor = 22;
const lowestMinor = 18;

/** @throws CreateError `node_too_old` */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return;
  const needed = `${lowestMajor}.${lowestMinor}`;
  const message = `The projects need Node ${needed} or later, and this is Node ${version}. Install a later Node.`;
  throw new CreateError("node_too_old", message);
}
