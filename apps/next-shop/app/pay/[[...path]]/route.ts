import { payments } from "../../../src/pay-index.ts";

export const { GET, OPTIONS, POST, PUT, PATCH, DELETE } = payments.handlers;
