import config from "../../../.vitepress/config.ts";

// The settings of the real site, with a few pages, so that a test can build several versions in seconds.
const { srcDir: _, srcExclude: _excluded, rewrites: _rewrites, buildEnd: _buildEnd, ...settings } = config;

export default { ...settings, cacheDir: "../../node_modules/.vitepress", ignoreDeadLinks: true };
