import type { Sale } from "../../src/index.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

export const cardSale = (reference = "order-1"): Sale => ({ ...minimalSales.card, reference });
