/**
 * First step of every command on a bare clone. Runs on whatever Node is installed (20 or later), makes sure that
 * the locked dependencies are there, then goes on under the Node version the project pins.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.clearwatch-installed');
const [command, ...args] = process.argv.slice(2);
const entry = join(root, 'infra', 'local', 'src', `${command}.ts`);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!existsSync(entry)) fail(`Unknown command ${command}. Known: start, test, bench.`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Clearwatch needs Node 20 or later to install itself; this is ${process.version}.`);
}

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (installed !== wanted) {
  process.stdout.write('Installing dependencies (first start, or the lock file changed) ...\n');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    fail(
      'Installing dependencies failed (see above). The npm registry must be reachable once; later starts need no network.',
    );
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, wanted);
}

const bin = join(modules, '.bin');
const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
const child = spawn(
  existsSync(node) ? node : process.execPath,
  ['--disable-warning=ExperimentalWarning', entry, ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    },
  },
);
// Ctrl-C reaches the whole process group; a plain `kill` of this process must reach the child as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
