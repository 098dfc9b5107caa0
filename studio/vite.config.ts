import { defineConfig } from "vite";

/** Where a studio listens while one works on the page: `rulebook studio --port 4311`. */
const server = process.env["RULEBOOK_STUDIO"] ?? "http://127.0.0.1:4311";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/rulebook-server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Fixed names: the built form is checked in, and the server knows its files by name.
    rollupOptions: {
      output: {
        entryFileNames: "studio.js",
        chunkFileNames: "studio-[name].js",
        assetFileNames: "studio[extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
