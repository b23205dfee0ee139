import type { OperatorRow } from "../row-types.ts";

const ofTheLogin = "Take the id from your login, never from the request's body.";
const nameOnly = "Nothing: the id identifies the person, whatever the name is.";

export const operatorIdentityRows: readonly OperatorRow[] = [
  { of: "no operator", operator: undefined, end: { path: "operator" }, advice: ofTheLogin },
  { of: "no operator", case: "a name", operator: "Grace", end: { path: "operator" }, advice: ofTheLogin },
  { of: "no id", operator: { name: "Grace" }, end: { path: "operator.id" }, advice: ofTheLogin },
  { of: "no id", case: "empty", operator: { id: "" }, end: { path: "operator.id" }, advice: ofTheLogin },
  {
    of: "no id",
    case: "a number",
    operator: { id: 7 },
    end: { path: "operator.id" },
    advice: "Use `String(id)`.",
  },
  {
    of: "an id that is too long",
    shown: "201 characters",
    operator: { id: "x".repeat(201) },
    end: { path: "operator.id" },
    advice: "Use the id of the account. A long id is refused, because a cut one could name two accounts.",
  },
  {
    of: "an id with blanks",
    operator: { id: "Grace Hopper" },
    end: { path: "operator.id" },
    advice: "Use the id of the account, not its name.",
  },
  {
    of: "an id with blanks",
    case: "a character that reverses the text",
    shown: "`user\\u202e_1`",
    operator: { id: "user\u202e_1" },
    end: { path: "operator.id" },
    advice: "Use the id of the account, not its name.",
  },
  {
    of: "an id that must not be stored",
    case: "an e-mail address",
    operator: { id: "ada@example.com" },
    end: { path: "operator.id" },
    advice: "Use the id of the account, not its e-mail address.",
  },
  {
    of: "an id that must not be stored",
    case: "a possible card number",
    operator: { id: "4111111111111111" },
    end: { path: "operator.id" },
    advice: "Use the id of the account.",
  },
  {
    of: "another one's name",
    shown: "`user_2`, with the name `Grace (user_1)` and 200 blanks before its end",
    operator: { id: "user_2", name: `Grace (user_1)${" ".repeat(200)}\u202e` },
    end: { displayed: "user_2 (Grace (user_1))" },
    advice: nameOnly,
  },
  {
    of: "a name in several lines",
    operator: { id: "user_2", name: "Grace\nuser_1 (Ada)" },
    end: { displayed: "user_2 (Grace user_1 (Ada))" },
    advice: nameOnly,
  },
  {
    of: "a name that is too long",
    shown: "201 characters",
    operator: { id: "user_2", name: "x".repeat(201) },
    end: { displayed: `user_2 (${"x".repeat(200)})` },
    advice: "Nothing: it is cut after 200 characters.",
  },
  {
    of: "a name with an e-mail address",
    operator: { id: "user_2", name: "Ada (ada@example.com)" },
    end: { displayed: "user_2 (Ada ([e-mail]))" },
    advice: nameOnly,
  },
  {
    of: "a name of nothing",
    operator: { id: "user_2", name: " " },
    end: { displayed: "user_2" },
    advice: nameOnly,
  },
];
