import { relative } from "node:path";
import { type Answers, hostList } from "./answers.ts";

export const helpText = `Creates a small shop that accepts pay_index payments, with a test gateway.

  npx create-pay-index [folder] [flags]

  --name FOLDER              the folder to create; its last part is the name of the package
  --host HOST                ${hostList}
  --package-manager MANAGER  npm or pnpm
  --yes, -y                  answers each other question with its default
  --version                  prints the version
  --help, -h                 prints this text

Without flags, the command asks.
`;

/** What the user does next. */
export function nextStepsText({ packageManager }: Answers, folder: string): string {
  const path = relative(process.cwd(), folder);
  const steps = [
    ...(path === "" ? [] : [`cd ${path.includes(" ") ? `"${path}"` : path}`]),
    `${packageManager} install`,
    `${packageManager} run demo     # pays one order, and prints it`,
    `${packageManager} run dev      # starts the shop and the gateway: buy in your browser`,
  ];
  return `Created ${folder}\n\nNext:\n\n${steps.map((step) => `  ${step}`).join("\n")}\n`;
}
