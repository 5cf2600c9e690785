/**
 * `npm run lock`: completes package-lock.json after `npm install`. npm leaves packages for other platforms out of the
 * lockfile when its registry does not have them, and `npm ci` then rejects the lockfile everywhere. The missing
 * packages are optional, have exact versions in the package that names them, and are skipped by `os` and `cpu`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = /darwin|android|win32|windows|freebsd|netbsd|openbsd|sunos|aix|openharmony|linux/;
const PROCESSORS = /(arm64|x64|ia32|riscv64|s390x|ppc64|loong64|wasm32|arm)/;

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [place, owner] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(owner.optionalDependencies ?? {})) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${place}/node_modules/${name}`];
    if (known !== undefined) continue;
    lock.packages[`node_modules/${name}`] = entryFor(name, range, owner.dev === true);
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`package-lock.json: packages added for other platforms: ${added}\n`);

function entryFor(name, range, dev) {
  const cpu = PROCESSORS.exec(name.split('/').at(-1))?.[0];
  const system = SYSTEMS.exec(name)?.[0].replace('windows', 'win32');
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev: true } : {}),
    ...(name.includes('musl') ? { libc: ['musl'] } : name.includes('gnu') ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(system === undefined ? {} : { os: [system] }),
  };
}
