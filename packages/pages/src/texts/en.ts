/** The reference for all languages: a text that another language lacks does not compile there. */
export const english = {
  /** The language tag of the page for browsers and screen readers (BCP 47). */
  tag: "en",
  direction: "ltr" as "ltr" | "rtl",
  /** On each page of a shop that uses the sandbox. */
  sandbox: "Test mode: no money moves. Do not use a real card.",
  pages: {
    starting: { heading: "Starting your payment", text: "One moment, please." },
    "starting-long": {
      heading: "Still starting your payment",
      text: "This takes longer than usual. Please do not pay again yet.",
    },
    confirming: {
      heading: "Confirming your payment",
      text: "We are waiting for the confirmation of your payment.",
    },
    "confirming-long": {
      heading: "Still waiting for confirmation",
      text: "This takes longer than usual. You may leave this page. Please do not pay again.",
    },
    placing: {
      heading: "Payment received",
      text: "Thank you. Your order is being placed, which takes a moment.",
    },
    placed: {
      heading: "Thank you for your order",
      text: "Your payment has arrived, and your order is placed.",
    },
    held: {
      heading: "Payment received",
      text: "Your payment has arrived. The shop's staff are working on your order. Please do not pay again.",
    },
    failed: {
      heading: "The payment did not go through",
      text: "Your cart has not changed. You can try again, or pay in another way.",
    },
    unreachable: {
      heading: "The payment page could not be opened",
      text: "You were not charged. Please try again in a few minutes, or pay in another way.",
    },
    closed: {
      heading: "This payment was closed",
      text: "The shop has closed this payment. You can pay again.",
    },
    refunded: {
      heading: "This payment was refunded",
      text: "The shop could not place your order and has refunded this payment. You can pay again.",
    },
    review: {
      heading: "Your payment is being checked",
      text: "The shop's staff must check this payment. Please do not pay again.",
    },
    unavailable: {
      heading: "One moment, please",
      text: "Your payment cannot be displayed right now. If you have just paid, please do not pay again.",
    },
    "card-refused": {
      heading: "Nothing was charged this time",
      text: "Use your browser's back button to return to the shop.",
    },
    "card-unclear": {
      heading: "Something went wrong",
      text: "The shop does not know whether your card was charged. Please check your order before you pay again.",
    },
    "link-open": {
      heading: "Pay your order",
      text: "Amount: {amount}. You pay on the payment page of the shop's provider.",
    },
    "link-paid": { heading: "This order is already paid", text: "Thank you. You do not have to pay again." },
    "link-ended": {
      heading: "This payment link has ended",
      text: "You were not charged. Ask the shop for a new link.",
    },
    "link-withdrawn": {
      heading: "The shop withdrew this payment link",
      text: "You were not charged. If you still want to pay, ask the shop for a new link.",
    },
    "link-nothing-due": {
      heading: "There is nothing to pay",
      text: "The shop asks for no payment for this order. If you expected one, ask the shop.",
    },
  },
  /** The payment page reported a problem, which is not confirmed. */
  reported:
    "The payment page reported a problem. The shop is still waiting for confirmation. Please do not pay again yet.",
  /** On a waiting page with scripts. */
  goesOn: "This page continues automatically.",
  /** On a waiting page without scripts, which reloads automatically only if the buyer chooses it. */
  withoutScript: {
    offer: "Check automatically",
    running: "This page checks automatically.",
    stop: "Stop checking automatically",
  },
  /** The browser is being redirected, not necessarily to a result. */
  soon: "One moment. You are being redirected.",
  /** How a buyer who does not wait gets the result. */
  news: {
    byMail: "We will e-mail you as soon as there is news.",
    onOrder: "Your order shows the result as soon as the shop knows it.",
  },
  links: { order: "See your order", retry: "Try again", again: "Check again", pay: "Continue to payment" },
  /** The label of the links. */
  navigation: "Payment",
  /** Why a card was not charged. */
  refusals: {
    foreign: "This form was not sent from the shop's own page.",
    charset: "Send the card as an ordinary form.",
    malformed: "The form could not be read.",
    large: "The form is too large.",
    slow: "The form did not arrive in time.",
    unknown: "There is nothing to pay here.",
    later: "The shop cannot take payments at this moment. Please try again in a minute.",
    form_expired: "The form was open for too long. Check your order before you open the payment page again.",
    too_many_attempts: "There were too many attempts. Check your order, and wait before you try again.",
    amount_below_minimum: "The smallest amount that can be paid here is {minimum}.",
    card_invalid: "Some details cannot be used.",
    sale_invalid: "Some details cannot be used.",
  },
  /** The buyer's fields that the gateway requires, by their names in a sale. */
  buyer: {
    enter: "Please enter: {fields}.",
    check: "Please check: {fields}.",
    separator: ", ",
    /** Why a cart cannot be paid. */
    cart: {
      empty: "Your cart is empty.",
      shipping: "Please choose a shipping method.",
      stock: "Not enough in stock: {names}.",
      stockOfSome: "The shop does not have enough of an item in your cart. Please change your cart.",
      coupons: "This coupon is no longer valid and was removed: {names}.",
    },
    /** A field of the delivery address. */
    delivery: "{field} (delivery address)",
    fields: {
      firstName: "first name",
      lastName: "last name",
      email: "e-mail address",
      phone: "phone number",
      country: "country",
      street1: "street and number",
      street2: "second address line",
      city: "city",
      postcode: "postal code",
      state: "state or province",
    },
  },
  /** The required format of each field of a card form. */
  fields: {
    card_number: "Card number: 12 to 19 digits",
    card_month: "Month: two digits, 01 to 12",
    card_year: "Year: four digits, of a card that has not expired",
    card_cvv: "Security code: three or four digits",
  },
};

/** All texts of the pages in one language. */
export type PageTexts = typeof english;
