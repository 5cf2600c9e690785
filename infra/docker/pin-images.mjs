/**
 * Pins the images of others by digest:  node infra/docker/pin-images.mjs
 *
 * Asks the registries, through Docker, which image each name of image-digests.json is today, writes the answers there and behind
 * every mention of the name. Run it where Docker is, try the images out, commit what has changed. Names that are there already
 * with a digest get the one of today: that is how they are renewed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'infra/docker/image-digests.json';
/** Wherever an image is named. */
const FILES = [
  'docker-compose.yml',
  'infra/docker/Dockerfile',
  'infra/kubernetes/data/postgres.yaml',
  'infra/kubernetes/data/redis.yaml',
];
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..');
const names = Object.keys(JSON.parse(readFileSync(join(root, LIST), 'utf8')));
// All of them before anything is written: half a list would be two states of the world.
const digests = new Map(names.map((name) => [name, digestOf(name)]));
writeFileSync(join(root, LIST), `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
for (const file of FILES) {
  const text = readFileSync(join(root, file), 'utf8');
  writeFileSync(join(root, file), pinned(text));
}
for (const [name, digest] of digests) process.stdout.write(`${name}@${digest}\n`);

function digestOf(name) {
  const asked = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'];
  const { error, status, stdout, stderr } = spawnSync('docker', asked, { encoding: 'utf8' });
  const digest = (stdout ?? '').trim();
  if (error === undefined && status === 0 && DIGEST.test(digest)) return digest;
  process.stderr.write(
    `The digest of ${name} could not be looked up; nothing was changed. ${error?.message ?? stderr}\n`,
  );
  process.exit(1);
}

function pinned(text) {
  let result = text;
  for (const [name, digest] of digests) {
    const mention = new RegExp(
      `(?<![\\w./-])${name.replaceAll('.', '\\.')}(@sha256:[0-9a-f]+)?(?![\\w.-])`,
      'g',
    );
    result = result.replaceAll(mention, `${name}@${digest}`);
  }
  return result;
}
