import type { Order } from "../book/order.ts";
import { testCards } from "../cards.ts";
import { orderPath } from "./paths.ts";

/** What the form shows again. Only test cards are ever filled in: what a buyer typed is not sent back. */
export interface CardEntry {
  readonly testCard?: string;
  readonly problems?: readonly string[];
}

export interface CardFormProps {
  readonly order: Order;
  readonly entry: CardEntry;
}

/** A plain card form, with the test cards one click away. */
export function CardForm({ order, entry }: CardFormProps) {
  const filled = testCards.find((card) => card.name === entry.testCard);
  return (
    <>
      <TestCards order={order} chosen={filled?.name} />
      <section class="sheet">
        <h2>Card</h2>
        <Problems problems={entry.problems ?? []} />
        <form method="post" action={`${orderPath(order)}/card`} autocomplete="off">
          <label for="number">Card number</label>
          <input
            id="number"
            name="number"
            inputmode="numeric"
            maxlength={23}
            required
            value={filled?.number ?? ""}
          />
          <div class="row">
            <Field name="month" label="Month" hint="MM" size={2} value={filled ? "12" : ""} />
            <Field
              name="year"
              label="Year"
              hint="YYYY"
              size={4}
              value={filled ? String(new Date(order.createdAt).getUTCFullYear() + 1) : ""}
            />
            <Field name="cvv" label="CVV" hint="123" size={4} value={filled ? "123" : ""} />
          </div>
          <button type="submit">
            Pay {order.amount} {order.currency}
          </button>
        </form>
        <form method="post" action={`${orderPath(order)}/cancel`}>
          <button type="submit" class="third">
            Cancel and go back to the shop
          </button>
        </form>
      </section>
    </>
  );
}

function TestCards({ order, chosen }: { order: Order; chosen: string | undefined }) {
  return (
    <section class="sheet">
      <h2>Fill in a test card</h2>
      <ul class="plain hints">
        {testCards.map((card) => (
          <li>
            <a
              href={`${orderPath(order)}?card=${card.name}#number`}
              {...(card.name === chosen ? { "aria-current": "true" } : {})}
            >
              {card.says}
              <span>
                {card.number.slice(0, 4)} … {card.number.slice(-4)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly size: number;
  readonly value: string;
}

function Field({ name, label, hint, size, value }: FieldProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        inputmode="numeric"
        placeholder={hint}
        maxlength={size}
        required
        value={value}
      />
    </div>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <ul>
        {problems.map((problem) => (
          <li>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
