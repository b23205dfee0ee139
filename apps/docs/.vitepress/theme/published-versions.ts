import { useData } from "vitepress";
import type { DefaultTheme } from "vitepress/theme";
import { onMounted, type Ref, ref } from "vue";

/** What the pages of a locale say about versions. */
export interface VersionTexts {
  /** The name of the menu: the version of this build. */
  readonly menu: string;
  /** The link to the guide about upgrades. */
  readonly upgrade: DefaultTheme.NavItemWithLink;
  readonly version: string;
  readonly newest: string;
  readonly olderPage: string;
  readonly newestPage: string;
}

/** What a build knows about its version. */
export interface VersionSettings {
  /** Undefined if it is not released. */
  readonly version: string | undefined;
  /** The path of the published site, which has the list of its versions. */
  readonly root: string;
  readonly texts: VersionTexts;
}

export type SiteTheme = DefaultTheme.Config & { readonly versions: VersionSettings };

/** The versions of the published site, the newest first. An old site learns about newer ones here. */
export function usePublishedVersions(): Ref<readonly string[]> {
  const { version, root } = useData<SiteTheme>().theme.value.versions;
  const versions = ref<readonly string[]>([]);
  onMounted(async () => {
    if (version === undefined) return;
    // Without the list, the menu has only this version.
    const response = await fetch(`${root}versions.json`).catch(() => undefined);
    if (response?.ok === true) versions.value = await response.json();
  });
  return versions;
}
