import { runDemo } from "@pay-index-apps/demo/run/demo";
import { demoShop } from "./demo-shop.ts";

await runDemo(demoShop);
