import { expectTypeOf, test } from "vitest";
import type {
  OpenPaymentOptions,
  PaymentResult,
  PaymentStorage,
  resultMessages,
  ShopPaymentStatusSource,
} from "../src/index.ts";

type Of<Status> = Extract<PaymentResult, { status: Status }>;

test("APP-RESULT: the result is a closed union", () => {
  expectTypeOf<PaymentResult["status"]>().toEqualTypeOf<0 | 1 | 2 | 3>();
  expectTypeOf<keyof PaymentResult>().toEqualTypeOf<"status" | "message" | "orderId" | "confirmed">();
  expectTypeOf<PaymentResult["orderId"]>().toEqualTypeOf<string>();
  expectTypeOf<PaymentResult["message"]>().toEqualTypeOf<
    (typeof resultMessages)[keyof typeof resultMessages]
  >();
  expectTypeOf<Of<1>["message"]>().toEqualTypeOf<"Payment successful.">();
  expectTypeOf<Of<3>["message"]>().toEqualTypeOf<"Payment cancelled.">();
  expectTypeOf<Of<3>["confirmed"]>().toEqualTypeOf<false>();
  expectTypeOf<"Payment failed.">().not.toExtend<Of<0>["message"]>();
  expectTypeOf<"The shop could not be asked.">().not.toExtend<Of<2>["message"]>();
});

test("a switch over the status needs no default", () => {
  const words = ({ status }: PaymentResult): string => {
    switch (status) {
      case 0:
        return "open";
      case 1:
        return "paid";
      case 2:
        return "failed";
      case 3:
        return "cancelled";
    }
  };
  expectTypeOf(words).returns.toEqualTypeOf<string>();
});

test("the option status is an address or a function, and a storage has the methods of the platforms", () => {
  expectTypeOf<"/orders/7/payment">().toExtend<ShopPaymentStatusSource>();
  expectTypeOf<
    () => Promise<{ state: "paid" | "none"; placed: boolean }>
  >().toExtend<ShopPaymentStatusSource>();
  expectTypeOf<() => Promise<boolean>>().not.toExtend<ShopPaymentStatusSource>();
  expectTypeOf<Storage>().toExtend<PaymentStorage>();
  expectTypeOf<{ url: string }>().not.toExtend<OpenPaymentOptions>();
});
