import { type Rule, spec } from "../rule.ts";

const none = { none: "No package reads or writes the app's result yet. Its examples come with the client." };

export const appRules: readonly Rule[] = [
  spec("APP-RESULT", "2.7, 3", { accepted: none, refused: none }),
  spec("APP-REDIRECT", "2.7", { accepted: none, refused: none }),
  spec("APP-FAILURE", "2.7, 7", { accepted: none, refused: none }),
];
