// A shop has handlers of its own: a hook takes one, so the plugin may take none.
const { completeCartWorkflow } = require("@medusajs/medusa/core-flows");

const plan = Symbol.for("pay-index test hooks");

function failIfPlanned(hook) {
  if (globalThis[plan] !== hook) return;
  delete globalThis[plan];
  throw new Error(`The shop's own ${hook} failed.`);
}

completeCartWorkflow.hooks.validate(() => failIfPlanned("validate"));
completeCartWorkflow.hooks.orderCreated(() => failIfPlanned("orderCreated"));
