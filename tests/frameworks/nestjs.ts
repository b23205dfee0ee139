import "reflect-metadata";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Recipe } from "./recipe.ts";

class AppModule {}
Module({})(AppModule);

export const mountOnNest: Recipe = async (server, isRead) => {
  const app = await NestFactory.create(AppModule, { logger: false });
  if (isRead)
    app.use((request: IncomingMessage, _: ServerResponse, next: () => void) => {
      void text(request).then(() => next());
    });
  app.use("/pay", (request: IncomingMessage, response: ServerResponse) => server.listener(request, response));
  await app.init();
  return app.getHttpAdapter().getInstance();
};
