import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';

const sources = (workspace: string): string =>
  fileURLToPath(new URL(`../packages/${workspace}/src`, import.meta.url));

export default defineConfig({
  plugins: [react(), compressAssets()],
  resolve: {
    // Straight to the sources: building the web needs no other build first.
    alias: [{ find: /^@clearwatch\/(contracts|domain)\/(.*)$/, replacement: `${sources('$1')}/$2.ts` }],
  },
  experimental: {
    // The page has a place for the path below which a proxy shows it; all other files name each other relative to themselves.
    renderBuiltUrl: (file, { hostType }) =>
      hostType === 'html' ? `__PUBLIC_PATH__/${file}` : { relative: true },
  },
  build: {
    // What is fetched together, for the script budget (infra/local/src/script-budget).
    manifest: true,
    outDir: 'dist',
    target: 'es2023',
    // One small style sheet from 'self': a lazily added one would need its own place in the CSP.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Data URLs are allowed for the QR code alone; everything else stays a file the CSP can name.
    assetsInlineLimit: 0,
    // The chart library is one lazily loaded chunk above the default warning.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/api': process.env['GATEWAY_URL'] ?? 'http://localhost:3000' } },
});
