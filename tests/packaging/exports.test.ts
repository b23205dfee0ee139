import { expect, test } from "vitest";
import { Declarations, exportsOf } from "./public-names.ts";
import { packages } from "./tarballs.ts";

const promise =
  "A new export is a promise to everyone who installs this, and one that is gone breaks them: write a changeset, then change this list.";

/** What each entry of each package exports, name by name. */
const entries = [
  {
    entry: "@pay-index/core",
    file: "packages/core/dist/index.d.ts",
    values: [
      "CardDetails",
      "MemoryStore",
      "PayIndexError",
      "SqlStore",
      "bodyLimit",
      "createGateway",
      "createSchemaTable",
      "decimalsOf",
      "errorCodes",
      "eventError",
      "fromAmountText",
      "isPayIndexError",
      "migrations",
      "money",
      "optionsSchema",
      "pendingMigrations",
      "readSchema",
      "refusal",
      "refusalStatus",
      "remedyOf",
      "safely",
      "toAmountText",
      "variants",
    ],
    types: [
      "AboutOrder",
      "Applied",
      "Book",
      "BookKey",
      "BookState",
      "BookStatus",
      "BuyerStatus",
      "CardInput",
      "Change",
      "Cycle",
      "Decision",
      "ErrorCode",
      "EventError",
      "Fact",
      "Gateway",
      "GatewayParts",
      "HostWork",
      "InboxEntry",
      "Item",
      "Lease",
      "Leased",
      "LedgerHost",
      "LedgerStore",
      "Migration",
      "Money",
      "NotificationBody",
      "NotificationFact",
      "NotificationRequest",
      "Observe",
      "OperatorFact",
      "Options",
      "Pages",
      "PaidPayment",
      "PayIndexEvent",
      "Payment",
      "PaymentState",
      "PaymentStatus",
      "Plan",
      "Platform",
      "Problem",
      "RefusalWord",
      "Remedy",
      "Reply",
      "ResponseFact",
      "ReturnHint",
      "Returned",
      "Sale",
      "SaleWarning",
      "SqlConnection",
      "SqlDriver",
      "SqlParameters",
      "SqlRow",
      "SqlValue",
      "Started",
      "StartedState",
      "Swept",
      "TimelineEntry",
      "Variant",
      "Work",
      "WorkKind",
      "WorkProblem",
      "WorkResult",
    ],
  },
  {
    entry: "@pay-index/express",
    file: "packages/express/dist/index.d.ts",
    values: ["CardDetails", "PayIndexError", "isPayIndexError", "money", "payIndex"],
    types: [
      "AboutOrder",
      "CardSale",
      "ExpressOptions",
      "ExpressSale",
      "ExpressStore",
      "Paid",
      "PayIndex",
      "PayIndexEvent",
      "PaymentRouter",
      "Refused",
      "Variant",
    ],
  },
  {
    entry: "@pay-index/express/sqlite",
    file: "packages/express/dist/stores/sqlite.d.ts",
    values: ["sqlite"],
    types: ["SqliteOptions"],
  },
  {
    entry: "@pay-index/sandbox",
    file: "packages/sandbox/dist/index.d.ts",
    values: ["SandboxError", "createSandbox"],
    types: [
      "CardMark",
      "Clock",
      "Delivery",
      "DeliveryOutcome",
      "JitterRange",
      "Merchant",
      "OrderState",
      "OrderView",
      "PaymentStatus",
      "Sandbox",
      "SandboxErrorCode",
      "SandboxOptions",
      "Variant",
    ],
  },
  {
    entry: "@pay-index/conformance",
    file: "packages/conformance/dist/index.d.ts",
    values: ["storeContract"],
    types: ["StoreUnderTest"],
  },
];

const declarations = new Declarations(entries.map(({ file }) => file));

test.each(entries)("$entry exports these names", async ({ entry, file, values, types }) => {
  expect(declarations.names(file), promise).toEqual({ values, types });
  expect(Object.keys(await import(entry)).sort(), promise).toEqual(values);
});

const index = { types: "./dist/index.d.ts", default: "./dist/index.js" };

test("the packages have these entries and no others", () => {
  const written = Object.fromEntries(packages.map((name) => [name, exportsOf(name)]));
  expect(written, promise).toEqual({
    conformance: { ".": index },
    core: { ".": index },
    express: {
      ".": index,
      "./sqlite": { types: "./dist/stores/sqlite.d.ts", default: "./dist/stores/sqlite.js" },
    },
    sandbox: { ".": index },
  });
});
