import type { Order } from "../book/order.ts";
import { testCards } from "../cards.ts";
import type { CardField } from "./card-entry.ts";
import type { Words } from "./languages/en.ts";
import { wordsFor } from "./languages/languages.ts";
import { orderPath } from "./paths.ts";

/** What the form shows again. Only test cards are ever filled in: what a buyer typed is not sent back. */
export interface CardEntry {
  readonly testCard?: string;
  readonly problems?: readonly CardField[];
}

export interface CardFormProps {
  readonly order: Order;
  readonly entry: CardEntry;
}

/** A plain card form, with the test cards one click away. */
export function CardForm({ order, entry }: CardFormProps) {
  const words = wordsFor(order);
  const { problems = [] } = entry;
  const filled = testCards.find((card) => card.name === entry.testCard);
  const field = (name: CardField) => ({ name, label: words.card[name], isWrong: problems.includes(name) });
  const nextYear = String(new Date(order.createdAt).getUTCFullYear() + 1);
  return (
    <>
      <TestCards order={order} chosen={filled?.name} />
      <section class="sheet">
        <h2>{words.card.heading}</h2>
        <Problems problems={problems} words={words} />
        <form method="post" action={`${orderPath(order)}/card`} autocomplete="off">
          <Field {...field("number")} size={23} value={filled?.number ?? ""} />
          <div class="row">
            <Field {...field("month")} hint="MM" size={2} value={filled ? "12" : ""} />
            <Field {...field("year")} hint="YYYY" size={4} value={filled ? nextYear : ""} />
            <Field {...field("cvv")} hint="123" size={4} value={filled ? "123" : ""} />
          </div>
          <button type="submit">{words.pay(`${order.amount} ${order.currency}`)}</button>
        </form>
        <form method="post" action={`${orderPath(order)}/cancel`}>
          <button type="submit" class="third">
            {words.cancel}
          </button>
        </form>
      </section>
    </>
  );
}

function TestCards({ order, chosen }: { order: Order; chosen: string | undefined }) {
  const { testCards: say } = wordsFor(order);
  return (
    <section class="sheet">
      <h2>{say.heading}</h2>
      <ul class="plain hints">
        {testCards.map(({ name, number }) => (
          <li>
            <a
              href={`${orderPath(order)}?card=${name}#number`}
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

interface FieldProps {
  readonly name: CardField;
  readonly label: string;
  readonly hint?: string;
  readonly size: number;
  readonly value: string;
  readonly isWrong: boolean;
}

function Field({ name, label, hint, size, value, isWrong }: FieldProps) {
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

function Problems({ problems, words }: { problems: readonly CardField[]; words: Words }) {
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
