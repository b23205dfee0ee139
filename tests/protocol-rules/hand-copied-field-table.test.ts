import type { Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { variants } from "../../packages/core/src/protocol/sale/sale.ts";
import { completeSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import { fieldPresence, plausibleValues, wrongValues } from "./hand-copied-field-table.ts";
import {
  changedForm,
  createAttemptId,
  createForm,
  openSandbox,
  postForm,
  signedForm,
} from "./sale-form-helpers.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Core's fullest form of the variant, with one field changed, signed anew and under a new number. */
describe.each(variants)("section 4, %s: the sandbox", (variant) => {
  const letterOf = (name: string) => fieldPresence[name]?.[variants.indexOf(variant)] ?? "-";
  const named = (letter: string) => Object.keys(fieldPresence).filter((name) => letterOf(name) === letter);
  const send = (changes: Readonly<Record<string, string | null>>) => {
    const fresh = "pay_orderid" in changes ? {} : { pay_orderid: createAttemptId() };
    const form = signedForm(
      changedForm(createForm(completeSales[variant]), { ...changes, ...fresh }),
      variant,
    );
    return postForm(sandbox.url, "pay_md5sign" in changes ? changedForm(form, changes) : form);
  };
  const refused = (name: string) => ({ status: "error", msg: expect.stringContaining(`${name}: `) });

  test("accepts the form of core, which has every field of the table", async () => {
    const form = createForm(completeSales[variant]);
    const unsent = variant === "hosted" || variant === "link" ? /^pay_card/ : /^$/;
    const listed = [...named("Y"), ...named("N")].filter((name) => !unsent.test(name));
    expect(Object.keys(form).sort()).toEqual(listed.sort());
    expect(await postForm(sandbox.url, form)).not.toMatchObject({ status: "error" });
  });

  test.each(named("Y"))(
    "refuses the form without %s, and with an empty value (REQ-REQUIRED)",
    async (name) => {
      expect(await send({ [name]: null })).toEqual(refused(name));
      expect(await send({ [name]: "" })).toEqual(refused(name));
      expect(await send({ [name]: "  " })).toEqual(refused(name));
    },
  );

  const withFormat = Object.keys(wrongValues).filter((name) => letterOf(name) !== "-");
  test.each(withFormat)("refuses a %s in another format", async (name) => {
    expect(await send({ [name]: wrongValues[name] ?? "" })).toEqual(refused(name));
  });

  test.each([...named("-"), "pay_userid"])(
    "refuses %s, which is not in the table, filled or empty",
    async (name) => {
      expect(await send({ [name]: plausibleValues[name] ?? "1" })).toEqual(refused(name));
      expect(await send({ [name]: "" })).toEqual(refused(name));
    },
  );

  const alone = named("N").filter((name) => !name.startsWith("pay_card"));
  test.each(alone)("accepts the form without %s, and with an empty value", async (name) => {
    expect(await send({ [name]: null })).not.toMatchObject({ status: "error" });
    if (name !== "pay_type") expect(await send({ [name]: "" })).not.toMatchObject({ status: "error" });
  });
});
