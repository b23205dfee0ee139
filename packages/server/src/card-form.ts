import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { CardDetails } from "@pay-index/core/protocol";
import { type CardPaymentProblem, createCardPaymentProblem } from "./card-payment-problem.ts";
import { parseFormFields } from "./form-fields.ts";
import { readRemainingBody } from "./request-body.ts";
import type { RouteRequest } from "./route.ts";

/** Bytes. The form has five fields, and the shop may have added others. */
const formLimit = 8192;

/** Returns the fields of a card form, or why it is invalid. Removes the parsed body from the request. */
export async function readCardForm({
  request,
  parserError,
}: RouteRequest): Promise<PostedCardForm | CardPaymentProblem> {
  if (parserError !== undefined) {
    request.eraseBody();
    return createCardPaymentProblem(parserError.code);
  }
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  const reading = readRemainingBody(request, formLimit);
  request.eraseBody();
  const left = await reading;
  if (type !== "application/x-www-form-urlencoded") return createCardPaymentProblem("charset");
  switch (left.kind) {
    case "raw":
    case "text":
    case "parsed":
      return new PostedCardForm(parseFormFields(left));
    case "large":
    case "slow":
      return createCardPaymentProblem(left.kind);
    case "consumed":
    case "aborted":
      return createCardPaymentProblem("malformed");
  }
}

/** The values of a card form, in a form that cannot be printed. */
export class PostedCardForm {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  get formToken(): string {
    return this.#text("form_token") ?? "";
  }

  /** @throws PayIndexError `card_invalid`, with the form's own field names */
  card(): CardDetails {
    const [number, month, year, cvv] = ["number", "month", "year", "cvv"].map((name) =>
      this.#text(`card_${name}`),
    );
    try {
      return CardDetails.of({ number, month, year, cvv } as Parameters<typeof CardDetails.of>[0]);
    } catch (error) {
      if (!isPayIndexError(error, "card_invalid")) throw error;
      const problems = error.problems.map(({ path, message }) => ({ path: `card_${path}`, message }));
      throw new PayIndexError("card_invalid", "The card details cannot be used.", { problems });
    }
  }

  #text(name: string): string | undefined {
    const value = this.#fields[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  }
}
