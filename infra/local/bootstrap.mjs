/**
 * First step of every command on a bare clone. Runs on whatever Node is installed (20 or later), makes sure that
 * the locked dependencies are there, then goes on under the Node version the project pins.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies } from './install.mjs';

const COMMANDS = [
  'start',
  'test',
  'bench',
  'load',
  'drill',
  'mutate',
  'bundle',
  'verify-audit',
  'verify-ledger',
  'reset-admin',
  'manage-keys',
  'purge',
  'backup',
  'restore',
  'licences',
  'advisories',
  'doctor',
  'config-reference',
];
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const [command, ...args] = process.argv.slice(2);
const entry = join(root, 'infra', 'local', 'src', `${command}.ts`);

/** Not 1: of audit:verify that is a broken log. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

if (!COMMANDS.includes(command)) fail(`Unknown command ${command}. Known: ${COMMANDS.join(', ')}.`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Clearwatch needs Node 20 or later to install itself; this is ${process.version}.`);
}

try {
  await installDependencies(root);
} catch (error) {
  fail(error.message);
}

const bin = join(modules, '.bin');
/** Where Node keeps what it compiled, here as for the services: a command is a third of its start quicker the next time. */
const compiled = join(modules, '.cache', 'clearwatch-compiled');
const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
const child = spawn(
  existsSync(node) ? node : process.execPath,
  ['--disable-warning=ExperimentalWarning', entry, ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compiled,
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
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
