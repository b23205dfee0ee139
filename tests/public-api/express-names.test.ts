import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { NamedTypes, type UnnamedTypes } from "./named-types.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

const unnamed: UnnamedTypes = {
  walked: [
    // `PayIndex` takes functions of these.
    ...[
      "Gateway",
      "DisputeMethods",
      "GatewayOperationMethods",
      "StaffOverviewMethods",
      "StoredPaymentMethods",
      "CancelSubscriptionMethods",
    ],
    // `ExpressOptions` and the events consist of these.
    ...["AttemptFields", "GatewayOptions", "CommonHostOptions", "Options", "RefundForStaffToMake"],
    // `ExpressSale` consists of these.
    ...["RequestField", "SaleFromRequest", "WithoutCard"],
  ],
  ignored: [
    // The store port: shops pass a store of a package.
    ...["PaymentStore", "StaffStore", "InstallationStore", "PaymentKey"],
    // Stored facts: a timeline has them as texts.
    ...["Fact", "ResolutionFact"],
    // The router of the server: shops mount it.
    ...["ErrorHandler", "HttpRequest", "HttpResponse", "NextFunction", "RequestHandler"],
    // Functions of `Gateway` that only adapters call.
    ...[
      "AttemptTokenRequest",
      "BuyerReturnAnswer",
      "DisputeRequest",
      "DisputeMessageResult",
      "HostDatabaseAndSchedule",
      "HttpReply",
    ],
    ...[
      "NotificationRequest",
      "PaidOrderPage",
      "PaidOrderPageRequest",
      "RefusedNotification",
      "RequestLimit",
    ],
    ...[
      "BulkResolutionRequest",
      "BulkResolutionResult",
      "BulkRetryRequest",
      "BulkRetryResult",
      "ReturnHint",
      "SealInput",
    ],
  ],
};

test("@pay-index/express exports every type that its options, hooks and results name", () => {
  const types = new NamedTypes(`${packages}express/dist/index.d.ts`, packages, unnamed);
  expect(types.missing()).toEqual([]);
});
