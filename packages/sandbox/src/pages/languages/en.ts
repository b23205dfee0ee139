/** The reference for all languages of the buyer pages: a text that another language lacks does not compile there. */
export const english = {
  /** The language tag of the page (BCP 47). */
  tag: "en",
  direction: "ltr" as "ltr" | "rtl",
  banner: "SANDBOX - no real money. Never type a real card here.",
  payee: (shop: string, merchant: string) => `To ${shop} (merchant ${merchant})`,
  pay: (amount: string) => `Pay ${amount}`,
  order: "Order",
  amount: "Amount",
  checkout: "Checkout",
  cancel: "Cancel and go back to the shop",
  invoice: {
    heading: "Invoice",
    number: "Number",
    issued: "Issued",
    from: "From",
    merchant: "Merchant",
    due: "Amount due",
  },
  card: {
    heading: "Card",
    number: "Card number",
    month: "Month",
    year: "Year",
    cvv: "CVV",
    problems: {
      number: "The card number has 12 to 19 digits.",
      month: "The month has two digits, from 01 to 12.",
      year: "The year has four digits.",
      cvv: "The CVV has 3 or 4 digits.",
    },
  },
  /** By the name of the test card. */
  testCards: {
    heading: "Fill in a test card",
    success: "Succeeds",
    failed: "Is declined",
    redirect: "Asks for 3D",
    insufficient: "Has no funds",
  },
  plan: {
    name: "Plan",
    charged: "Charged",
    first: "First instalment",
    weekly: "weekly",
    monthly: "monthly",
    quarterly: "quarterly",
    yearly: "yearly",
  },
  methods: {
    title: "Choose how to pay",
    heading: "How do you want to pay?",
    list: "Methods",
    another: "Choose another method",
    with: (method: string) => `Pay with ${method}`,
  },
  challenge: {
    title: "Confirm this payment",
    heading: "Is this you?",
    text: "Your bank asks you to confirm this payment (3D verification).",
    ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    leave: "Close this page to see what a buyer who walks away does to your shop.",
  },
  verdict: { approve: "Approve", refuse: "Refuse", later: "Go back while it is still processing" },
  handOver: {
    title: "Opening the app",
    text: "The shop asked to hand this payment to its app first:",
    open: "Open the app",
    browser: "Continue in the browser",
  },
  finished: {
    paid: { title: "Paid", heading: "This order is paid", text: "Nothing more is charged here." },
    failed: { title: "Not paid", heading: "This order was not paid", text: "Nothing was charged." },
    transaction: "Transaction",
    back: "Go back to the shop",
  },
  back: { title: "Back to the shop", text: "This gateway sends its buyers back by a form." },
};

/** All texts of the buyer pages in one language. */
export type BuyerPageTexts = typeof english;
