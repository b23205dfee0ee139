import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { type Answers, findNameProblem } from "./answers.ts";
import { CreateError } from "./create-error.ts";
import { findFolderError } from "./create-project.ts";

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks for the answers that the flags do not have. @throws CreateError `cancelled` */
export async function askMissingAnswers(
  given: Partial<Answers>,
  defaults: Answers,
  terminal: Terminal,
): Promise<Answers> {
  const folder = given.folder ?? (await askForFolder(defaults, terminal));
  const host = given.host ?? (await askForHost(defaults, terminal));
  const packageManager = given.packageManager ?? (await askForPackageManager(defaults, terminal));
  return { folder, host, packageManager };
}

async function askForFolder({ folder: defaultValue }: Answers, terminal: Terminal): Promise<string> {
  return askOne(terminal, (options) =>
    text({
      message: "Which folder do you want to create?",
      placeholder: defaultValue,
      defaultValue,
      validate: (typed = "") => {
        const folder = typed === "" ? defaultValue : typed;
        return findNameProblem(folder) ?? findFolderError(folder);
      },
      ...options,
    }),
  );
}

async function askForHost({ host: initialValue }: Answers, terminal: Terminal): Promise<Answers["host"]> {
  const choices = [
    { value: "express" as const, label: "Express", hint: "SQLite, the smallest" },
    { value: "hono" as const, label: "Hono", hint: "SQLite" },
    { value: "fastify" as const, label: "Fastify", hint: "SQLite" },
    { value: "next" as const, label: "Next.js", hint: "SQLite" },
    { value: "vendure" as const, label: "Vendure", hint: "SQLite" },
    { value: "medusa" as const, label: "Medusa", hint: "brings a Postgres for development" },
  ];
  return askOne(terminal, (options) =>
    select({ message: "Which framework or shop system?", options: choices, initialValue, ...options }),
  );
}

async function askForPackageManager(
  { packageManager: initialValue }: Answers,
  terminal: Terminal,
): Promise<Answers["packageManager"]> {
  const choices = [{ value: "npm" as const }, { value: "pnpm" as const }];
  return askOne(terminal, (options) =>
    select({ message: "Which package manager?", options: choices, initialValue, ...options }),
  );
}

type QuestionOptions = Terminal & { readonly signal: AbortSignal };

/** Asks one question. Ctrl-C, Ctrl-D and the end of the input cancel it. @throws CreateError `cancelled` */
async function askOne<Answer>(
  terminal: Terminal,
  question: (options: QuestionOptions) => Promise<Answer>,
): Promise<Exclude<Answer, symbol>> {
  const { input } = terminal;
  // The library knows Ctrl-C only. Without this, the question stays open, and Node ends with a warning.
  const ended = new AbortController();
  const end = () => ended.abort();
  const endAtCtrlD = (_character: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key?.ctrl && key.name === "d") end();
  };
  input.on("end", end).on("keypress", endAtCtrlD);
  if (input.readableEnded) end();
  try {
    const answer = await question({ ...terminal, signal: ended.signal });
    if (isCancel(answer)) throw new CreateError("cancelled", "Nothing was created.");
    return answer as Exclude<Answer, symbol>;
  } finally {
    input.off("end", end).off("keypress", endAtCtrlD);
  }
}
