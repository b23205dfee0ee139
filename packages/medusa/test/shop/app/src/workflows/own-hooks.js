// A shop has handlers of its own: a hook takes one, so the plugin may take none.
const { completeCartWorkflow, refreshCartItemsWorkflow } = require("@medusajs/medusa/core-flows");
const { placeRenewalWorkflow } = require("../../../../../.medusa/server/src/workflows/index.js");

const plan = Symbol.for("pay-index test hooks");
const pause = Symbol.for("pay-index test pause");
const deed = Symbol.for("pay-index test deed");

function failIfPlanned(hook) {
  if (globalThis[plan] !== hook) return;
  delete globalThis[plan];
  throw new Error(`The shop's own ${hook} failed.`);
}

async function waitIfPlanned(hook) {
  const planned = globalThis[pause];
  if (planned?.hook !== hook) return;
  delete globalThis[pause];
  await planned.wait();
}

completeCartWorkflow.hooks.validate(() => failIfPlanned("validate"));
completeCartWorkflow.hooks.beforePaymentAuthorization(() => waitIfPlanned("beforePaymentAuthorization"));
completeCartWorkflow.hooks.orderCreated(() => failIfPlanned("orderCreated"));
refreshCartItemsWorkflow.hooks.beforeRefreshingPaymentCollection(() =>
  waitIfPlanned("beforeRefreshingPaymentCollection"),
);
placeRenewalWorkflow.hooks.orderCreated(async (renewed) => {
  failIfPlanned("orderCreated");
  await globalThis[deed]?.(renewed);
});
