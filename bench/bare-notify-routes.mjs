// The bare sides of notify-route.mjs: for each notification what pay-index asked of the store for it (record-calls.mjs), and nothing else.
// They check no sign, token, sum or repeat, and decide nothing. frameworks.mjs has their routes.

export function bareMemory(store, recordedSteps) {
  return async (order) => {
    for (const { name, values } of recordedSteps.get(order)) await store[name](...values);
    store.orders.set(order, true);
  };
}

export function bareSqlite(prepared, recordedSteps) {
  return (order) => {
    for (const { connection, verb, text, values, changes } of recordedSteps.get(order)) {
      const result = prepared(connection, text)[verb](...values);
      if (result?.changes !== changes) throw new Error(`Not the same: ${text}`);
    }
  };
}
