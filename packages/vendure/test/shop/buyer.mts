import { type Any, ApiSession, loginMutation } from "./api-session.mts";

/** A browser with a session, at the Shop API. */
export class Buyer extends ApiSession {
  #channel: string | undefined;
  #query: Record<string, string>;

  /** @param query such as `{ currencyCode: "JPY" }` */
  constructor(origin: string, query: Record<string, string> = {}, tenant = "default") {
    super(origin);
    this.#query = query;
    this.visits(tenant);
  }

  /** From now on, another channel. */
  visits(tenant: string): void {
    this.#channel = tenant === "default" ? undefined : tenant;
  }

  /** From now on, another language or currency. */
  says(more: Record<string, string>): void {
    this.#query = { ...this.#query, ...more };
  }

  /** The answer's one field. Errors of GraphQL are thrown. */
  async ask(text: string, variables: object = {}): Promise<Any> {
    const { data, errors } = await this.raw(text, variables);
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return Object.values(data)[0];
  }

  async raw(text: string, variables: object = {}): Promise<Any> {
    const response = await this.send(
      `shop-api?${new URLSearchParams(this.#query)}`,
      { query: text, variables },
      { "user-agent": "Buyer/1.0", ...(this.#channel && { "vendure-token": this.#channel }) },
    );
    return response.json();
  }

  /** Puts it into the cart. */
  add(variantId: string, quantity = 1): Promise<Any> {
    return this.ask(
      `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) {
        __typename ... on Order { code totalWithTax } ... on ErrorResult { message } } }`,
      { id: variantId, quantity },
    );
  }

  /** Says who it is and where to send it. */
  async fillIn(who = exampleBuyer): Promise<void> {
    const { firstName, lastName, email, phone, country } = who;
    await this.ask(
      `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ... on ErrorResult { message } } }`,
      { input: { firstName, lastName, emailAddress: email, phoneNumber: phone } },
    );
    await this.ask(
      `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }`,
      {
        input: {
          fullName: `${firstName} ${lastName}`,
          streetLine1: "12 Analytical Row",
          city: "London",
          postalCode: "W1",
          countryCode: country,
          phoneNumber: phone,
        },
      },
    );
    const [method] = await this.ask("{ eligibleShippingMethods { id } }");
    await this.ask(
      `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ... on ErrorResult { message } } }`,
      { id: [method.id] },
    );
  }

  goTo(state: "ArrangingPayment" | "AddingItems" | "PaymentSettled"): Promise<Any> {
    return this.ask(
      `mutation ($state: String!) { transitionOrderToState(state: $state) { __typename
        ... on Order { code state } ... on OrderStateTransitionError { message transitionError } } }`,
      { state },
    );
  }

  start(input: {
    method: string;
    orderCode?: string | undefined;
    apmMethod?: string | undefined;
    appScheme?: string | undefined;
  }): Promise<Any> {
    return this.ask(startPaymentMutation, { input });
  }

  logIn(username: string, password: string): Promise<Any> {
    return this.ask(loginMutation, { username, password });
  }

  /** A cart with one thing in it, ready to be paid. Gives the order's code. */
  async isReadyToPay(variantId: string, quantity = 1): Promise<string> {
    const { code } = await this.add(variantId, quantity);
    await this.fillIn();
    await this.goTo("ArrangingPayment");
    return code;
  }
}

const startPaymentMutation = `mutation ($input: StartPayIndexPaymentInput!) { startPayIndexPayment(input: $input) { __typename
  ... on PayIndexStarted { state url attemptId statusUrl }
  ... on PayIndexCardForm { action formToken }
  ... on PayIndexSaleError { problems { path message } }
  ... on ErrorResult { errorCode message } } }`;

export const exampleBuyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
};
