import type { SnippetReader } from "./snippet-reader.ts";

/** Medusa's Next.js storefront, as far as the guide touches it. */
export const nextjsStorefront: SnippetReader = {
  folder: "packages/medusa/test",
  files: {
    "packages/medusa/test/cookies.ts": `
      export declare function getAuthHeaders(): Promise<{ authorization: string } | {}>;
      export declare function getCartId(): Promise<string | undefined>;`,
  },
  declarations: `
    declare namespace JSX {
      interface IntrinsicElements { a: { href: string; children: string }; p: object }
      interface ElementChildrenAttribute { children: unknown }
    }
    declare module "@pay-index/app/react" {
      export const PaymentStatus: typeof import("../../app/src/react.ts").PaymentStatus;
      export const useCheckout: typeof import("../../app/src/react.ts").useCheckout;
      export type StartedCheckout = import("../../app/src/react.ts").StartedCheckout;
    }
    declare module "@lib/config" { export const sdk: import("@medusajs/js-sdk").default; }
    declare module "@lib/data/pay-index" {
      export function startPayment(): Promise<import("@pay-index/app/react").StartedCheckout>;
    }
    declare module "@lib/data/cart" {
      export function retrieveCart(id: string): Promise<import("@medusajs/types").StoreCart | null>;
    }
    declare module "@lib/data/cookies" {
      export function getAuthHeaders(): Promise<{ authorization: string } | {}>;
      export function getCartId(): Promise<string | undefined>;
      export function removeCartId(): Promise<void>;
    }
    declare module "next/headers" { export function headers(): Promise<Headers>; }
    declare module "next/navigation" {
      export function redirect(address: string): never;
      export function useParams<T>(): T;
    }
    declare module "next/server" { export class NextRequest extends Request { readonly nextUrl: URL; } }
    declare const CreditCard: () => null;
    declare const Button: (props: { disabled: boolean; isLoading: boolean; onClick(): void; size: string; children: string }) => null;
    declare const ErrorMessage: (props: { error: string | null }) => null;
    declare const PayIndexButton: (props: { notReady: boolean }) => null;
    declare const isPayIndexProvider: typeof import("@pay-index/medusa/storefront").isPayIndexProvider;
    declare const createPayIndexClient: typeof import("@pay-index/medusa/storefront").createPayIndexClient;
    declare const sdk: import("@medusajs/js-sdk").default;
    declare function getAuthHeaders(): Promise<{ authorization: string } | {}>;
    declare function getCartId(): Promise<string | undefined>;
    declare function getCacheTag(of: string): Promise<string>;
    declare function revalidateTag(tag: string): void;
    declare function openCart(): Promise<import("@medusajs/types").HttpTypes.StoreCart | null>;
    declare namespace HttpTypes {
      type StoreCartResponse = import("@medusajs/types").HttpTypes.StoreCartResponse;
    }
    declare const paymentSession: { provider_id: string } | undefined;
    declare const notReady: boolean;
    declare const error: string | null;
    declare const failure: string | null;
    declare const failures: Map<string, string>;
    declare const searchParams: URLSearchParams;
    declare const product: import("@medusajs/types").StoreProduct;
    declare const variant: import("@medusajs/types").StoreProductVariant | undefined;`,
  members: `
    const members: object = { /* members */ };`,
};
