import type { TestShop } from "./test-shop.mts";

interface UpdateInput {
  readonly data?: Record<string, unknown>;
}

interface Provider {
  updatePayment(input: UpdateInput): Promise<unknown>;
}

/**
 * Lets the provider's `updatePayment` fail during a function for everything but data that the plugin has sealed, with which it stores that
 * a session is paid. Returns how often the plugin stored a seal.
 */
export async function withUnsealedUpdatesRefused(
  { container }: TestShop,
  providerId: string,
  run: () => Promise<unknown>,
): Promise<{ readonly sealed: number }> {
  const { paymentProviderService_ } = container.resolve("payment") as never as {
    paymentProviderService_: { retrieveProvider(id: string): Provider };
  };
  const provider = paymentProviderService_.retrieveProvider(providerId);
  const original = provider.updatePayment.bind(provider);
  let sealed = 0;
  provider.updatePayment = async (input) => {
    if (typeof input.data?.seal !== "string") throw new Error("Medusa called updatePayment by itself.");
    sealed += 1;
    return original(input);
  };
  try {
    await run();
  } finally {
    Reflect.deleteProperty(provider, "updatePayment");
  }
  return { sealed };
}
