import { runDemo } from "@pay-index-apps/demo/run/run-demo";
import { demoShop } from "./demo-shop.ts";

await runDemo(demoShop);
