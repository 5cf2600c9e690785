/**
 * `node infra/docker/pin-images.mjs`: pins external images by digest, or updates the digests. Queries the
 * registries through Docker and writes the digests to image-digests.json and after each image name. Test the
 * images before you commit.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'infra/docker/image-digests.json';
const FILES = [
  'docker-compose.yml',
  'infra/docker/Dockerfile',
  'infra/kubernetes/data/postgres.yaml',
  'infra/kubernetes/data/redis.yaml',
];
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..');
const names = Object.keys(JSON.parse(readFileSync(join(root, LIST), 'utf8')));
// Fetch all digests before writing: a partial list would mix old and new ones.
const digests = new Map(names.map((name) => [name, digestOf(name)]));
writeFileSync(join(root, LIST), `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
for (const file of FILES) {
  const text = readFileSync(join(root, file), 'utf8');
  writeFileSync(join(root, file), pinned(text));
}
for (const [name, digest] of digests) process.stdout.write(`${name}@${digest}\n`);

function digestOf(name) {
  const args = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'];
  const { error, status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  const digest = (stdout ?? '').trim();
  if (error === undefined && status === 0 && DIGEST.test(digest)) return digest;
  process.stderr.write(`The digest of ${name} could not be found. Nothing was changed. ${error?.message ?? stderr}\n`);
  process.exit(1);
}

function pinned(text) {
  let result = text;
  for (const [name, digest] of digests) {
    const mention = new RegExp(`(?<![\\w./-])${name.replaceAll('.', '\\.')}(@sha256:[0-9a-f]+)?(?![\\w.-])`, 'g');
    result = result.replaceAll(mention, `${name}@${digest}`);
  }
  return result;
}
