import express from "express";
import { createPayIndex } from "../../src/index.ts";
import { runShopProcess } from "./run-shop-process.ts";

runShopProcess(async (options, pages) => {
  const pay = await createPayIndex(options);
  const app = express().set("trust proxy", true);
  app.use("/pay", pay.router);
  app.get("/orders/:reference", (_request, response) => void response.send(pages.order));
  app.use(express.urlencoded({ extended: false }));
  app.post("/checkout/:tenant/:reference", async (request, response) => {
    const { tenant, reference } = request.params;
    const { status, location, body } = await pages.checkOut(pay, {
      ...{ tenant, reference, request },
      form: request.body,
    });
    if (location !== undefined) response.location(location);
    response.status(status).send(body);
  });
  return { pay, listener: app };
});
