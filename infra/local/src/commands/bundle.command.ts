import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { type Manifest, weigh } from '../script-budget.ts';

/** `npm run bundle`: prints script sizes; exit code 1 when a step exceeds its limit. */
const LARGEST = 20;
const DIST = join(PROJECT_ROOT, 'web', 'dist');

await build({ web: true });
const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Manifest;
const sent = (file: string): number => {
  const packed = join(DIST, `${file}.br`);
  return statSync(existsSync(packed) ? packed : join(DIST, file)).size;
};
const zipped = (file: string): number => gzipSync(readFileSync(join(DIST, file))).length;
const kilobytes = (bytes: number): string => (bytes / 1_024).toFixed(1).padStart(8);

const weights = weigh(manifest, sent);
const inGzip = weigh(manifest, zipped);
console.log('total fetched, in KB        sent    gzip   limit');
for (const [at, { name, kilobytes: total, limit }] of weights.entries()) {
  const gzip = (inGzip[at]?.kilobytes ?? 0).toFixed(1);
  const verdict = total > limit ? '  OVER LIMIT' : '';
  console.log(
    `${name.padEnd(26)}${total.toFixed(1).padStart(6)}${gzip.padStart(8)}${String(limit).padStart(8)}${verdict}`,
  );
}
console.log('\nlargest scripts             sent    gzip');
const scripts = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
const sizes = scripts.map((name) => [name, sent(`assets/${name}`), zipped(`assets/${name}`)] as const);
for (const [name, bytes, gzip] of sizes.toSorted(([, one], [, other]) => other - one).slice(0, LARGEST))
  console.log(`${name.padEnd(24)}${kilobytes(bytes)}${kilobytes(gzip)}`);
process.exit(weights.some(({ kilobytes: total, limit }) => total > limit) ? 1 : 0);
