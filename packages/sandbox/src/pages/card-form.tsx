import { testCards } from "../card-outcome.ts";
import type { Order } from "../orders/order.ts";
import type { CardInputName } from "./card-inputs.ts";
import type { BuyerPageTexts } from "./languages/en.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { CancelForm } from "./order-summary.tsx";
import { orderPagePath } from "./page-paths.ts";

/** The form's values after an error. Only test cards are filled in: a buyer's input is not sent back. */
export interface CardFormState {
  readonly testCard?: string;
  readonly problems?: readonly CardInputName[];
}

export interface CardFormProps {
  readonly order: Order;
  readonly entry: CardFormState;
}

/** A card form with buttons for the test cards. */
export function CardForm({ order, entry }: CardFormProps) {
  const words = findBuyerPageTexts(order);
  const { problems = [] } = entry;
  const filled = testCards.find((card) => card.name === entry.testCard);
  const field = (name: CardInputName) => ({
    name,
    label: words.card[name],
    isWrong: problems.includes(name),
  });
  const nextYear = String(new Date(order.createdAt).getUTCFullYear() + 1);
  return (
    <>
      <TestCardLinks order={order} chosen={filled?.name} />
      <section class="sheet">
        <h2>{words.card.heading}</h2>
        <CardProblems problems={problems} words={words} />
        <form method="post" action={`${orderPagePath(order)}/card`} autocomplete="off">
          <CardInput {...field("number")} size={23} value={filled?.number ?? ""} />
          <div class="row">
            <CardInput {...field("month")} hint="MM" size={2} value={filled ? "12" : ""} />
            <CardInput {...field("year")} hint="YYYY" size={4} value={filled ? nextYear : ""} />
            <CardInput {...field("cvv")} hint="123" size={4} value={filled ? "123" : ""} />
          </div>
          <button type="submit">{words.pay(`${order.amount} ${order.currency}`)}</button>
        </form>
        <CancelForm order={order} />
      </section>
    </>
  );
}

function TestCardLinks({ order, chosen }: { order: Order; chosen: string | undefined }) {
  const { testCards: say } = findBuyerPageTexts(order);
  return (
    <section class="sheet">
      <h2>{say.heading}</h2>
      <ul class="plain hints">
        {testCards.map(({ name, number }) => (
          <li>
            <a
              href={`${orderPagePath(order)}?card=${name}#number`}
              {...(name === chosen ? { "aria-current": "true" } : {})}
            >
              {say[name]}
              <span dir="ltr">
                {number.slice(0, 4)} … {number.slice(-4)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CardInputProps {
  readonly name: CardInputName;
  readonly label: string;
  readonly hint?: string;
  readonly size: number;
  readonly value: string;
  readonly isWrong: boolean;
}

function CardInput({ name, label, hint, size, value, isWrong }: CardInputProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        inputmode="numeric"
        dir="ltr"
        {...(hint ? { placeholder: hint } : {})}
        maxlength={size}
        required
        value={value}
        {...(isWrong ? { "aria-invalid": "true", "aria-describedby": `${name}-problem` } : {})}
      />
    </div>
  );
}

function CardProblems({ problems, words }: { problems: readonly CardInputName[]; words: BuyerPageTexts }) {
  if (problems.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <ul>
        {problems.map((name) => (
          <li id={`${name}-problem`}>{words.card.problems[name]}</li>
        ))}
      </ul>
    </div>
  );
}
