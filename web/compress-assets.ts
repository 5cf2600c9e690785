import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const TEXT = /\.(?:js|css|svg)$/;

/**
 * Leaves `name.br` beside each script and style of the build: brotli at its best takes a tenth off what it makes in passing,
 * and a hundred times as long, so it is done once. The gateway sends it to browsers that take it.
 */
export function compressAssets(): Plugin {
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
