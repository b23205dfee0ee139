import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { type Answers, findNameProblem } from "./answers.ts";
import { CreateError } from "./errors.ts";

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks for the answers that the flags do not have. @throws CreateError `cancelled` */
export async function ask(given: Partial<Answers>, defaults: Answers, terminal: Terminal): Promise<Answers> {
  const folder = given.folder ?? (await askForFolder(defaults, terminal));
  const host = given.host ?? (await askForHost(defaults, terminal));
  const packageManager = given.packageManager ?? (await askForPackageManager(defaults, terminal));
  return { folder, host, packageManager };
}

async function askForFolder({ folder: defaultValue }: Answers, terminal: Terminal): Promise<string> {
  return orCancel(
    await text({
      message: "Which folder do you want to create?",
      placeholder: defaultValue,
      defaultValue,
      validate: (typed) => (typed ? findNameProblem(typed) : undefined),
      ...terminal,
    }),
  );
}

async function askForHost({ host: initialValue }: Answers, terminal: Terminal): Promise<Answers["host"]> {
  const options = [
    { value: "express" as const, label: "Express", hint: "SQLite, the smallest" },
    { value: "vendure" as const, label: "Vendure", hint: "SQLite" },
    { value: "medusa" as const, label: "Medusa", hint: "brings a Postgres for development" },
  ];
  return orCancel(await select({ message: "Which shop system?", options, initialValue, ...terminal }));
}

async function askForPackageManager(
  { packageManager: initialValue }: Answers,
  terminal: Terminal,
): Promise<Answers["packageManager"]> {
  const options = [{ value: "npm" as const }, { value: "pnpm" as const }];
  return orCancel(await select({ message: "Which package manager?", options, initialValue, ...terminal }));
}

function orCancel<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new CreateError("cancelled", "Nothing was created.");
  return answer as Exclude<Answer, symbol>;
}
