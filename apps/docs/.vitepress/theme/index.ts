import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { OlderVersionNote } from "./older-version-note.ts";
import { VersionMenu } from "./version-menu.ts";
import "./site.css";

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { "doc-before": () => h(OlderVersionNote) }),
  enhanceApp: ({ app }) => void app.component("VersionMenu", VersionMenu),
};

export default theme;
