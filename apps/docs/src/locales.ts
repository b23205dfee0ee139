import type { DefaultTheme, LocaleConfig } from "vitepress";
import type { SiteTheme, VersionTexts } from "../.vitepress/theme/published-versions.ts";
import { chineseSidebar, sidebar } from "./sidebar.ts";
import { unsearchedPages } from "./site-pages.ts";
import { siteRoot, siteVersion } from "./site-version.ts";

type Locale = LocaleConfig<SiteTheme>[string];

/** The component of the theme. VitePress takes it by its name. */
const versionMenu = { component: "VersionMenu" };
const settingsOf = (texts: VersionTexts) => ({ version: siteVersion, root: siteRoot, texts });

export const englishLocale: Locale = {
  label: "English",
  lang: "en",
  themeConfig: {
    nav: [
      { text: "Start", link: "/start/", activeMatch: "^/start/" },
      { text: "Guides", link: "/guides/go-live", activeMatch: "^/guides/" },
      { text: "Reference", link: "/reference/options", activeMatch: "^/reference/" },
      { text: "Explanation", link: "/explanation/payment-state", activeMatch: "^/explanation/" },
      versionMenu,
    ],
    versions: settingsOf({
      menu: siteVersion === undefined ? "Unreleased" : `Version ${siteVersion}`,
      upgrade: { text: "Upgrade", link: "/guides/upgrade" },
      version: "Version",
      newest: "newest",
      olderPage: `This page describes version ${siteVersion}.`,
      newestPage: "Read the documentation of version",
    }),
    sidebar,
    outline: { level: [2, 3], label: "On this page" },
    footer: { message: "MIT licence" },
  },
};

export const chineseLocale: Locale = {
  label: "简体中文",
  lang: "zh-Hans",
  title: "pay-index",
  description: "把 Express、Vendure 或 Medusa 商店连接到使用 pay_index 协议的支付网关",
  themeConfig: {
    nav: [
      { text: "开始", link: "/zh/", activeMatch: "^/zh/(start/|$)" },
      { text: "员工指南", link: "/zh/guides/staff-pages" },
      { text: "英文文档", link: "/guides/go-live" },
      versionMenu,
    ],
    versions: settingsOf({
      menu: siteVersion === undefined ? "未发布" : `版本 ${siteVersion}`,
      upgrade: { text: "升级（英文）", link: "/guides/upgrade" },
      version: "版本",
      newest: "最新",
      olderPage: `本页说明的是版本 ${siteVersion}。`,
      newestPage: "阅读最新文档：版本",
    }),
    sidebar: chineseSidebar,
    outline: { level: [2, 3], label: "本页内容" },
    docFooter: { prev: "上一页", next: "下一页" },
    darkModeSwitchLabel: "外观",
    lightModeSwitchTitle: "切换到浅色模式",
    darkModeSwitchTitle: "切换到深色模式",
    sidebarMenuLabel: "菜单",
    returnToTopLabel: "返回顶部",
    langMenuLabel: "切换语言",
    skipToContentLabel: "跳到正文",
    footer: { message: "MIT 许可证" },
  },
};

export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: (source, env, markdown) =>
    unsearchedPages.includes(env.relativePath) ? "" : markdown.render(source, env),
  miniSearch: {
    options: {
      // VitePress copies the source of this function into the page, so it uses nothing outside itself.
      tokenize: (text) => {
        const words = new Intl.Segmenter("zh", { granularity: "word" }).segment(text);
        return Array.from(words).flatMap(({ isWordLike, segment }) => (isWordLike === true ? [segment] : []));
      },
    },
  },
  locales: {
    zh: {
      translations: {
        button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
        modal: {
          displayDetails: "显示详细列表",
          resetButtonTitle: "清除搜索",
          backButtonTitle: "关闭搜索",
          noResultsText: "没有结果：",
          footer: { selectText: "选择", navigateText: "移动", closeText: "关闭" },
        },
      },
    },
  },
};
