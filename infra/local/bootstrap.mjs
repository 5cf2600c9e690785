import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Installs the locked dependencies when they are missing or outdated. Concurrent installations would corrupt each
 * other.
 */

const LOOK_AGAIN_MS = 500;

async function installDependencies(root) {
  const stampFile = join(root, 'node_modules', '.clearwatch-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  if (isDone()) return;

  const turn = join(root, '.clearwatch-installing');
  await takeTurn(turn);
  try {
    // Another process may have installed in the meantime.
    if (isDone()) return;
    process.stdout.write('Installing dependencies (first start, or the lockfile changed) ...\n');
    await npmInstall(root);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(stampFile, wanted);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** The file contains the installer's process id. A file left by a killed process is taken over. */
async function takeTurn(file) {
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isRunning(ownerOf(file))) rmSync(file, { force: true });
    else {
      if (!isAnnounced) process.stdout.write('Another process is installing the dependencies; waiting for it ...\n');
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** A new file may still be empty. Its owner is treated as running. */
function ownerOf(file) {
  try {
    const text = readFileSync(file, 'utf8');
    return text === '' ? process.ppid : Number(text);
  } catch {
    return process.ppid;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Stopping this process also stops npm; the next start repeats the installation. */
async function npmInstall(root) {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    npm.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(npm, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (code === 0) return;
  throw new Error(
    stopped
      ? 'Installation stopped; the next start repeats it.'
      : 'Installing dependencies failed (see above). The first start needs access to the npm registry; later starts need no network.',
  );
}

/** First step of every command in a fresh clone: runs on Node 20 or later and continues on the pinned version. */

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const entry = join(root, 'infra', 'local', 'src', 'commands.ts');

/** Exits with 2, because audit:verify uses 1 for a broken log. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Clearwatch needs Node 20 or later to install itself; this is ${process.version}.`);
}

// npm sends SIGTERM to a shell. dash exits without passing the signal on, so the application would keep running.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

try {
  await installDependencies(root);
} catch (error) {
  fail(error.message);
}

const bin = join(modules, '.bin');
/** Caching the compiled code saves a third of a command's startup time. */
const compiled = join(modules, '.cache', 'clearwatch-compiled');
const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
const child = spawn(
  existsSync(node) ? node : process.execPath,
  ['--disable-warning=ExperimentalWarning', entry, ...process.argv.slice(2)],
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
// Ctrl-C reaches the whole process group; `kill` reaches only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
