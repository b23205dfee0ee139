// The bare sides of route.mjs: the statements of one paid notification, in the same transactions, and nothing else. They check
// no sign, token, sum or repeat, and decide nothing.
import express from "express";
import * as sql from "../packages/core/src/sql/statements.ts";

const form = express.urlencoded({ extended: false });
const now = "2026-11-20T10:00:00.000Z";

/** The calls that core makes on the memory store. */
export function bareMemory(app, store, orders) {
  app.post("/pay/notify/:order/:token", form, async ({ params: { order }, body }, response) => {
    const { tenant, reference } = await store.find(order);
    const id = `${order}/${body.sign}`;
    const work = { id: `${order}/paid`, tenant, reference, status: "due", createdAt: now };
    await store.receive({ id, tenant, reference, orderNumber: order, receivedAt: new Date(), fact: body });
    const { version, payments } = await store.book({ tenant, reference });
    const paid = { ...payments[0], facts: [...payments[0].facts, body], state: "paid" };
    await store.commit({
      tenant,
      reference,
      version,
      payments: [paid],
      cycles: [],
      settled: [id],
      work: [work],
    });
    await store.find(order);
    await store.finish(work.id, { at: now });
    orders.set(reference, true);
    response.type("text").send("OK");
  });
}

/** The statements that core runs on SQLite, and the shop's one. The records are of the size that core writes. */
export function bareSqlite(app, database) {
  const statements = new Map();
  const prepared = (text) => statements.get(text) ?? statements.set(text, database.prepare(text)).get(text);
  const all = (text, values) => prepared(text).all(values);
  const run = (text, values) => prepared(text).run(values);
  const inTransaction = (work) => {
    database.exec("BEGIN IMMEDIATE");
    work();
    database.exec("COMMIT");
  };
  app.post("/pay/notify/:order/:token", form, ({ params: { order }, body }, response) => {
    const ids = rowsOf(all(sql.findPayment, { order_number: order })[0], body);
    all(sql.findNotification, { id: ids.notification.id });
    inTransaction(() => run(sql.insertNotification, ids.notification));
    all(sql.readBook(0), ids.book);
    inTransaction(() => {
      run(sql.advanceBook, { ...ids.book, version: 2 });
      run(sql.upsertPayment, ids.payment);
      run(sql.settleNotification, { id: ids.notification.id });
      run(sql.insertWork, ids.work);
    });
    all(sql.findPayment, { order_number: order });
    inTransaction(
      () =>
        run(sql.finishWork, ids.work_end) &&
        run("UPDATE orders SET paid = 1 WHERE id = ?", ids.book.reference),
    );
    response.type("text").send("OK");
  });
}

/** Rows for these statements, from the payment's record and the body, without reading more of them than the ids. */
export function rowsOf({ id, record }, body) {
  const [, reference] = /"reference":"([^"]+)"/.exec(record);
  const book = { tenant: "default", reference };
  const said = JSON.stringify({ ...body, id: body.sign + body.sign, rule: "received", key: "current" });
  const work = `${id}/paid`;
  return {
    book,
    notification: { id: `${id}/${body.sign}${body.sign}`, ...book, received_at: now, record: said },
    payment: {
      order_number: id,
      cycle: 0,
      ...book,
      attempt: 1,
      state: "paid",
      record: record.slice(0, -1) + said,
    },
    work: {
      id: work,
      ...book,
      status: "due",
      due_at: now,
      created_at: now,
      lease_token: body.sign,
      lease_until: now,
      result: null,
      record: `{"version":1,"id":"${work}"}`,
    },
    work_end: { id: work, result: `{"at":"${now}"}` },
  };
}
