import { code, json, type Row, rowsOf } from "../row.ts";

/** The operator that a shop hands over with an action or a retry. */
interface OperatorRow extends Row {
  readonly operator: unknown;
  /** The path of the refusal, or how the timeline shows the operator. */
  readonly path?: string;
  readonly displayed?: string;
}

export function operatorLine({ operator, path, displayed = "" }: OperatorRow): [string, string] {
  const end =
    path === undefined ? `the timeline shows ${code(displayed)}` : `\`resolution_invalid\` at ${code(path)}`;
  return [json(operator), end];
}

const rows = rowsOf<OperatorRow>();
const named = (name: string, displayed: string) => ({ operator: { id: "user_2", name }, displayed });

export const operatorIdentityRows = [
  ...rows({ path: "operator", advice: "Take the id from your login, never from the request's body." })({
    "no operator": { operator: undefined },
    "no operator: a name": { operator: "Grace" },
  }),
  ...rows({
    path: "operator.id",
    advice:
      "Use the id of the account as a text, not its name or e-mail address. A long id is refused, because a cut one could name two accounts.",
  })({
    "no id": { operator: { name: "Grace" } },
    "no id: empty": { operator: { id: "" } },
    "no id: a number": { operator: { id: 7 } },
    "an id that is too long": { operator: { id: "x".repeat(201) }, shown: "201 characters" },
    "an id with blanks": { operator: { id: "Grace Hopper" } },
    "an id with blanks: a character that reverses the text": {
      operator: { id: "user\u202e_1" },
      shown: "`user\\u202e_1`",
    },
    "an id that must not be stored: an e-mail address": { operator: { id: "ada@example.com" } },
    "an id that must not be stored: a possible card number": { operator: { id: "4111111111111111" } },
  }),
  ...rows({
    advice:
      "Nothing: the id identifies the person, whatever the name is. A name is cut after 200 characters.",
  })({
    "another one's name": {
      ...named(`Grace (user_1)${" ".repeat(200)}\u202e`, "user_2 (Grace (user_1))"),
      shown: "`user_2`, with the name `Grace (user_1)` and 200 blanks before its end",
    },
    "a name in several lines": named("Grace\nuser_1 (Ada)", "user_2 (Grace user_1 (Ada))"),
    "a name that is too long": {
      ...named("x".repeat(201), `user_2 (${"x".repeat(200)})`),
      shown: "201 characters",
    },
    "a name with an e-mail address": named("Ada (ada@example.com)", "user_2 (Ada ([e-mail]))"),
    "a name of nothing": named(" ", "user_2"),
  }),
];
