import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { defaultAnswers } from "../src/answers.ts";
import { ask } from "../src/ask.ts";

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

test("asks three questions, and enter takes the default", async () => {
  const questions = {
    "Which folder": [enter],
    "Which shop system": [enter],
    "Which package manager": [enter],
  };
  expect(await ask({}, defaults, typingUser(questions).terminal)).toEqual(defaults);
});

test("returns what the user types and chooses", async () => {
  const user = typingUser({
    "Which folder": [..."tea-shop", enter],
    "Which shop system": [down, down, enter],
    "Which package manager": [down, enter],
  });
  expect(await ask({}, defaults, user.terminal)).toEqual({
    folder: "tea-shop",
    host: "medusa",
    packageManager: "pnpm",
  });
});

test("asks only for what the flags do not answer", async () => {
  const user = typingUser({ "Which shop system": [down, enter] });
  const answers = await ask({ folder: "tea", packageManager: "pnpm" }, defaults, user.terminal);
  expect(answers).toEqual({ folder: "tea", host: "vendure", packageManager: "pnpm" });
  expect(user.displayed()).not.toContain("Which folder");
});

test("says at once what is wrong with a name, and lets the user correct it", async () => {
  const user = typingUser({
    "Which folder": [..."Tea", enter],
    "npm does not accept": ["\u007F", "\u007F", "\u007F", ..."tea", enter],
  });
  const answers = await ask({ host: "express", packageManager: "npm" }, defaults, user.terminal);
  expect(answers.folder).toBe("tea");
});

test("ends with the code cancelled after Ctrl-C", async () => {
  const user = typingUser({ "Which folder": ["\u0003"] });
  await expect(ask({}, defaults, user.terminal)).rejects.toMatchObject({ code: "cancelled" });
});
