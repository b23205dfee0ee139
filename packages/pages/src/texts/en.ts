/** The master of all words: what is missing in another language does not compile there. */
export const english = {
  /** How the page names its language to browsers and screen readers (BCP 47). */
  tag: "en",
  direction: "ltr" as "ltr" | "rtl",
  pages: {
    starting: {
      heading: "Starting your payment",
      text: "One moment, please.",
    },
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
      text: "Your payment cannot be shown right now. If you have just paid, please do not pay again.",
    },
    "card-refused": {
      heading: "Nothing was charged this time",
      text: "Use your browser's back button to return to the shop.",
    },
    "card-unclear": {
      heading: "Something went wrong",
      text: "The shop does not know whether your card was charged. Please check your order before you pay again.",
    },
  },
  /** The payment page spoke of a problem, which is hearsay. */
  reported:
    "The payment page reported a problem. The shop is still waiting for confirmation. Please do not pay again yet.",
  /** Of a page that waits, where scripts run. */
  goesOn: "This page continues automatically.",
  /** Of one where none do: it looks by itself only for a buyer who wants that. */
  withoutScript: {
    offer: "Check automatically",
    running: "This page checks automatically.",
    stop: "Stop checking automatically",
  },
  /** The browser is on its way to where the buyer belongs, which need not be an outcome. */
  soon: "One moment. You are being redirected.",
  /** How a buyer who need not wait hears of news. */
  news: {
    byMail: "We will e-mail you as soon as there is news.",
    onOrder: "Your order shows it as soon as there is news.",
  },
  links: { order: "See your order", retry: "Try again", again: "Check again" },
  /** What the links are about. */
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
    card_invalid: "Some details cannot be used.",
    sale_invalid: "Some details cannot be used.",
  },
  /** Data of the buyer that the gateway requires, by the name of the field in a sale. */
  buyer: {
    enter: "Please enter: {fields}.",
    check: "Please check: {fields}.",
    separator: ", ",
    /** Why a cart cannot be paid as it is. */
    cart: {
      empty: "Your cart is empty.",
      shipping: "Please choose a shipping method.",
      stock: "Not enough in stock: {names}.",
      stockOfSome: "There is not enough in stock of an item in your cart. Please change your cart.",
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
  /** What each field of a card form must hold. */
  fields: {
    card_number: "Card number: 12 to 19 digits",
    card_month: "Month: two digits, 01 to 12",
    card_year: "Year: four digits, of a card that has not expired",
    card_cvv: "Security code: three or four digits",
  },
};

/** All that the pages say in one language. */
export type PageTexts = typeof english;
