import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const TEXT = /\.(?:js|css|svg)$/;

/**
 * Leaves `name.br` beside each script and style of the build: brotli at its best takes a tenth off what it makes in passing,
 * and a hundred times as long, so it is done once. The gateway sends it to browsers that take it.
 */
function compressAssets(): Plugin {
  let directory = '';
  return {
    name: 'clearwatch-compress-assets',
    apply: 'build',
    configResolved(config) {
      directory = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const names = await readdir(directory);
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => write(join(directory, name))));
    },
  };
}

async function write(file: string): Promise<void> {
  const content = await readFile(file);
  const packed = await compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  if (packed.length < content.length) await writeFile(`${file}.br`, packed);
}

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
