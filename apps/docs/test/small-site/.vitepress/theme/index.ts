export { default } from "../../../../.vitepress/theme/index.ts";
