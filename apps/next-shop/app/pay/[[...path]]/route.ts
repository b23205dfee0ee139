import { payments } from "../../../src/payments.ts";

export const { GET, OPTIONS, POST, PUT, PATCH, DELETE } = payments.handlers;
