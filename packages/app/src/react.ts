"use client";

import {
  type ComponentPropsWithoutRef,
  createElement,
  Fragment,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ignoreErrors } from "./ignore-errors.ts";
import { type OpenPaymentOptions, openPayment } from "./open-payment.ts";
import type { PaymentPageOpener } from "./payment-page-opener.ts";
import { type PaymentResult, resultMessages } from "./payment-result.ts";
import { unanswered, watchPayment } from "./watch-payment.ts";
import { sameTab } from "./web.ts";

type Meaning = keyof typeof resultMessages;

/** Your own texts, by the keys of `resultMessages`. Default: the English texts of `resultMessages`. */
export type PaymentTexts = Partial<Record<Meaning, string>>;

/**
 * Returns the result of a payment as the shop reports it: status 0 until it is final. Asks with growing pauses, and at once when the buyer
 * returns to the page.
 *
 * @param statusUrl `statusUrl` of the shop's `start`, or an address that returns `{ "state": … }`. Without it, nothing is asked.
 * @example
 * const { status } = usePayment(statusUrl);
 * const isPaid = status === 1;
 */
export function usePayment(statusUrl: string | null | undefined): PaymentResult {
  const [known, setKnown] = useState<{ readonly statusUrl: string; readonly result: PaymentResult }>();
  useEffect(() => {
    if (!statusUrl) return undefined;
    return watchPayment(statusUrl, (result) => setKnown({ statusUrl, result }));
  }, [statusUrl]);
  // Another order's result is not displayed, not even once.
  return known !== undefined && known.statusUrl === statusUrl ? known.result : unanswered;
}

/** The props of `PaymentStatus`, and those of its element `p`. */
export interface PaymentStatusProps extends Omit<ComponentPropsWithoutRef<"p">, "children"> {
  readonly statusUrl: string | null | undefined;
  readonly texts?: PaymentTexts | undefined;
  /** Called with a final result: status 1 or 2. */
  readonly onResult?: ((result: PaymentResult) => void) | undefined;
}

/** Displays the result of a payment, and announces its changes to screen readers. Has no style. */
export function PaymentStatus({ statusUrl, texts, onResult, ...props }: PaymentStatusProps): ReactElement {
  const result = usePayment(statusUrl);
  const listener = useRef(onResult);
  useEffect(() => {
    listener.current = onResult;
  });
  useEffect(() => {
    if (result.status) listener.current?.(result);
  }, [result]);
  const region = { role: "status", "aria-live": "polite", "data-status": result.status } as const;
  return createElement("p", { ...region, ...props }, translate(result.message, texts));
}

/** What the shop's `start` returned, or why it refused, as a text for the buyer. An order that costs nothing has no attempt. */
export type StartedCheckout =
  | (Pick<OpenPaymentOptions, "url" | "statusUrl"> & { readonly attemptId?: string | null | undefined })
  | { readonly message: string };

/** The options of `useCheckout`. */
export interface CheckoutOptions {
  /** Starts the payment at the shop. If it rejects, the buyer sees the text `launch_failed`, and the error goes to `reportError`. */
  readonly start: () => Promise<StartedCheckout>;
  /** Opens the payment page. Called in the click, so that browsers allow `popUp`. Default: the same tab. */
  readonly browser?: (() => PaymentPageOpener) | undefined;
  /** Called when the payment page has ended without leaving this page. If `status` is 1, the button stays busy: open the order. */
  readonly onResult?: ((result: PaymentResult) => void) | undefined;
  readonly texts?: PaymentTexts | undefined;
}

/** The state of a checkout, for a button of your own. */
export interface Checkout {
  /** The handler of clicks. While a payment starts or is open, and for the second click of a double click, it does nothing. */
  readonly pay: (click?: { readonly detail: number }) => void;
  readonly busy: boolean;
  /** Why there is no payment, for the buyer. */
  readonly problem: string | undefined;
}

const idle = { busy: false, problem: undefined };

/** Starts one payment, however often the buyer clicks, and opens its page. */
export function useCheckout(options: CheckoutOptions): Checkout {
  const [state, setState] = useState<Omit<Checkout, "pay">>(idle);
  /** The run that the button waits for. Undefined: idle. Null: the button is not on the page. */
  const current = useRef<symbol | undefined | null>(null);
  useEffect(() => {
    current.current = undefined;
    // The browser's back button has restored the page: the buyer can pay again.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      current.current = undefined;
      setState(idle);
    };
    globalThis.addEventListener?.("pageshow", restore);
    return () => {
      current.current = null;
      globalThis.removeEventListener?.("pageshow", restore);
    };
  }, []);

  async function run(own: symbol): Promise<void> {
    const ended = await checkOut(options, () => current.current === own);
    if (current.current === null) return;
    const isResult = "status" in ended;
    if (isResult) options.onResult?.(ended);
    if (current.current !== own || (isResult && ended.status === 1)) return;
    current.current = undefined;
    setState({ busy: false, problem: translate(ended.message, options.texts) });
  }

  return {
    ...state,
    pay(click) {
      if (current.current !== undefined || (click && click.detail > 1)) return;
      current.current = Symbol("run");
      setState({ busy: true, problem: undefined });
      void run(current.current);
    },
  };
}

/** Returns the result of the payment page, or why it was not opened. Never rejects. */
async function checkOut(
  { start, browser = () => sameTab({ returnUrl: [] }) }: CheckoutOptions,
  isWanted: () => boolean,
): Promise<PaymentResult | { readonly message: string }> {
  let opener: PaymentPageOpener | undefined;
  let refused: { readonly message: string } = { message: resultMessages.launch_failed };
  try {
    // In the click, before any `await`.
    opener = browser();
    const started = await start();
    if ("message" in started) refused = started;
    else if (isWanted()) {
      const attemptId = started.attemptId ?? undefined;
      return openPayment({ ...started, attemptId, url: toAbsoluteUrl(started.url), browser: opener });
    }
  } catch (error) {
    globalThis.reportError?.(error);
  }
  await ignoreErrors(() => opener?.close?.());
  return refused;
}

/** The address of a page of the shop has no origin. */
function toAbsoluteUrl(url: string): string {
  const { location } = globalThis;
  return location ? new URL(url, location.href).href : url;
}

/** The props of `CheckoutButton`, and those of its element `button`. */
export interface CheckoutButtonProps
  extends Omit<ComponentPropsWithoutRef<"button">, "onClick">,
    CheckoutOptions {}

/** A button that starts a payment once and opens its page. Displays why it did not. Has no style. */
export function CheckoutButton(props: CheckoutButtonProps): ReactElement {
  const { start, browser, onResult, texts, ...button } = props;
  const { pay, busy, problem } = useCheckout({ start, browser, onResult, texts });
  const id = useId();
  const described = problem === undefined ? {} : { "aria-describedby": id };
  // Not `disabled`, which would take the focus away from the keyboard's user.
  const state = { "aria-busy": busy, "aria-disabled": busy, ...described };
  return createElement(
    Fragment,
    null,
    createElement("button", { type: "button", ...button, ...state, onClick: pay }),
    createElement("span", { id, role: "alert" }, problem),
  );
}

function translate(message: string, texts: PaymentTexts = {}): string {
  const meaning = (Object.keys(resultMessages) as Meaning[]).find((each) => resultMessages[each] === message);
  return (meaning && texts[meaning]) ?? message;
}
