import { runProgram } from "./pack-tarballs.ts";

/** The package managers with which the admins of both hosts are built. */
export const packageManagers = ["npm", "pnpm"] as const;
export type PackageManager = (typeof packageManagers)[number];

const commands: Record<PackageManager, readonly [program: string, ...command: string[]]> = {
  npm: ["npm", "install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"],
  // Links strictly: what a package does not declare, it does not find.
  pnpm: ["npx", "--yes", "pnpm@12", "install", "--prefer-offline", "--ignore-scripts"],
};

/** Installs what the package.json of a folder names. */
export async function installPackages(folder: string, manager: PackageManager): Promise<void> {
  const [program, ...command] = commands[manager];
  await runProgram(program, command, { cwd: folder, maxBuffer: 1e8 });
}
