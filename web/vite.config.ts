import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const TEXT = /\.(?:js|css|svg)$/;

/** Writes `name.br` beside text files in each build: the best level saves a tenth but takes 100 times as long. */
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

const sources = (workspace: string): string => fileURLToPath(new URL(`../packages/${workspace}/src`, import.meta.url));

export default defineConfig({
  plugins: [react(), compressAssets()],
  resolve: {
    // Uses the sources, so that the web app builds without building the packages first.
    alias: [{ find: /^@clearwatch\/(contracts|domain)\/(.*)$/, replacement: `${sources('$1')}/$2.ts` }],
  },
  experimental: {
    // The gateway fills in the base path; all other references are relative.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `__PUBLIC_PATH__/${file}` : { relative: true }),
  },
  build: {
    // For the script budget (infra/local/src/script-budget).
    manifest: true,
    outDir: 'dist',
    target: 'es2023',
    // One style sheet from 'self' satisfies the CSP.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The CSP allows data URLs only for the QR code.
    assetsInlineLimit: 0,
    // The chart library is one lazy chunk above the default warning limit.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/api': process.env['GATEWAY_URL'] ?? 'http://localhost:3000' } },
});
