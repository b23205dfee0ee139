import type { Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { variants } from "../../packages/core/src/sale/sale.ts";
import { most } from "../../packages/core/test/sale/example-sales.ts";
import { changedForm, formOf, freshNumber, openSandbox, post, signedForm } from "./bench.ts";
import { plausible, presence, wrong } from "./section-4.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Core's fullest form of the variant, with one field changed, signed anew and under a new number. */
describe.each(variants)("section 4, %s: the sandbox", (variant) => {
  const letterOf = (name: string) => presence[name]?.[variants.indexOf(variant)] ?? "-";
  const named = (letter: string) => Object.keys(presence).filter((name) => letterOf(name) === letter);
  const send = (changes: Readonly<Record<string, string | null>>) => {
    const fresh = "pay_orderid" in changes ? {} : { pay_orderid: freshNumber() };
    const form = signedForm(changedForm(formOf(most[variant]), { ...changes, ...fresh }), variant);
    return post(sandbox.url, "pay_md5sign" in changes ? changedForm(form, changes) : form);
  };
  const refused = (name: string) => ({ status: "error", msg: expect.stringContaining(`${name}: `) });

  test("takes what core builds, which has a field of every row that it may have", async () => {
    const form = formOf(most[variant]);
    const unsent = variant === "hosted" || variant === "link" ? /^pay_card/ : /^$/;
    const listed = [...named("Y"), ...named("N")].filter((name) => !unsent.test(name));
    expect(Object.keys(form).sort()).toEqual(listed.sort());
    expect(await post(sandbox.url, form)).not.toMatchObject({ status: "error" });
  });

  test.each(named("Y"))("refuses it without %s, and with an empty one (REQ-REQUIRED)", async (name) => {
    expect(await send({ [name]: null })).toEqual(refused(name));
    expect(await send({ [name]: "" })).toEqual(refused(name));
    expect(await send({ [name]: "  " })).toEqual(refused(name));
  });

  const withFormat = Object.keys(wrong).filter((name) => letterOf(name) !== "-");
  test.each(withFormat)("refuses a %s of another format", async (name) => {
    expect(await send({ [name]: wrong[name] ?? "" })).toEqual(refused(name));
  });

  test.each([...named("-"), "pay_userid"])(
    "refuses %s, which is not listed, filled or empty",
    async (name) => {
      expect(await send({ [name]: plausible[name] ?? "1" })).toEqual(refused(name));
      expect(await send({ [name]: "" })).toEqual(refused(name));
    },
  );

  const alone = named("N").filter((name) => !name.startsWith("pay_card"));
  test.each(alone)("takes it without %s, and with an empty one", async (name) => {
    expect(await send({ [name]: null })).not.toMatchObject({ status: "error" });
    if (name !== "pay_type") expect(await send({ [name]: "" })).not.toMatchObject({ status: "error" });
  });
});
