import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { defaultAnswers } from "../src/answers.ts";
import { askMissingAnswers } from "../src/ask-missing-answers.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const enter = "\r";
const down = "\u001B[B";

/** A terminal whose user types the keys of each question once the question is displayed. */
function typingUser(keysByQuestion: Readonly<Record<string, readonly string[]>>) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 });
  const left = new Map(Object.entries(keysByQuestion));
  let displayed = "";
  output.on("data", (chunk) => {
    displayed += chunk;
    for (const [question, keys] of left) {
      if (!displayed.includes(question)) continue;
      left.delete(question);
      setImmediate(() => {
        for (const key of keys) input.write(key);
      });
    }
  });
  return { terminal: { input, output }, displayed: () => displayed };
}

const defaults = defaultAnswers({});
const otherAnswers = { host: "express", packageManager: "npm" } as const;

const questions = ["Which folder", "Which framework", "Which package manager"];
const chosen = { folder: "tea-shop", host: "medusa", packageManager: "pnpm" };

test.each([
  ["Enter chooses the default", [[enter], [enter], [enter]], defaults],
  [
    "text and options",
    [
      [..."tea-shop", enter],
      [down, down, down, down, down, enter],
      [down, enter],
    ],
    chosen,
  ],
])("asks three questions: %s", async (_, keys, answers) => {
  const typed = Object.fromEntries(questions.map((question, index) => [question, keys[index] ?? []]));
  expect(await askMissingAnswers({}, defaults, typingUser(typed).terminal)).toEqual(answers);
});

test("asks only for what the flags do not answer", async () => {
  const user = typingUser({ "Which framework": [down, enter] });
  const answers = await askMissingAnswers({ folder: "tea", packageManager: "pnpm" }, defaults, user.terminal);
  expect(answers).toEqual({ folder: "tea", host: "hono", packageManager: "pnpm" });
  expect(user.displayed()).not.toContain("Which folder");
});

test("displays the error of a name at once, and lets the user correct it", async () => {
  const user = typingUser({
    "Which folder": [..."Tea", enter],
    "npm does not accept": ["\u007F", "\u007F", "\u007F", ..."tea", enter],
  });
  expect((await askMissingAnswers(otherAnswers, defaults, user.terminal)).folder).toBe("tea");
});

test("refuses an existing folder at the first question, also the default one", async () => {
  const place = await createTemporaryFolder();
  const taken = join(place, "taken");
  await mkdir(taken);
  await writeFile(join(taken, "mine.txt"), "mine");
  const user = typingUser({ "Which folder": [enter], "already exists": [...join(place, "free"), enter] });
  const answers = await askMissingAnswers(otherAnswers, { ...defaults, folder: taken }, user.terminal);
  expect(answers.folder).toBe(join(place, "free"));
});

test.each(questions)(
  "ends with the code cancelled after Ctrl-C or Ctrl-D at the question %s",
  async (question) => {
    for (const key of ["\u0003", "\u0004"]) {
      const keys = Object.fromEntries(questions.map((each) => [each, [each === question ? key : enter]]));
      const asked = askMissingAnswers({}, defaults, typingUser(keys).terminal);
      await expect(asked).rejects.toMatchObject({ code: "cancelled" });
    }
  },
);

test("ends with the code cancelled when the input ends, also before a question", async () => {
  const { terminal } = typingUser({});
  const asked = askMissingAnswers({}, defaults, terminal);
  terminal.input.end();
  await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  await expect(askMissingAnswers({}, defaults, terminal)).rejects.toMatchObject({ code: "cancelled" });
});
