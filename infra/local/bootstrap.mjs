import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Installs the locked dependencies when they are not there or are others. One installation at a time: two would write
 * over each other's files and leave neither whole.
 */

const LOOK_AGAIN_MS = 500;

/**
 * @param {string} root the project's folder
 * @throws {Error} when npm could not install
 */
async function installDependencies(root) {
  const stampFile = join(root, 'node_modules', '.clearwatch-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  if (isDone()) return;

  const release = await takeTurn(join(root, '.clearwatch-installing'));
  try {
    // Whoever had the turn before may have done it.
    if (isDone()) return;
    process.stdout.write('Installing dependencies (first start, or the lock file changed) ...\n');
    await npmInstall(root);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(stampFile, wanted);
  } finally {
    release();
  }
}

/** The file holds the process id of whoever installs; one left over from a kill is taken over. */
async function takeTurn(file) {
  for (let said = false; ; said = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isRunning(ownerOf(file))) rmSync(file, { force: true });
    else {
      if (!said) process.stdout.write('Another start is installing the dependencies; waiting for it ...\n');
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** A file that was made this moment is still empty: its owner is as good as running. */
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

/** A stop of this process stops npm as well: what it leaves is made anew by the next start. */
function npmInstall(root) {
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
  return new Promise((resolve, reject) => {
    npm.once('error', reject);
    npm.once('exit', (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (code === 0) resolve();
      else if (stopped) reject(new Error('Stopped while installing; the next start begins it anew.'));
      else {
        reject(
          new Error(
            'Installing dependencies failed (see above). The npm registry must be reachable once; later starts need no network.',
          ),
        );
      }
    });
  });
}

/**
 * First step of every command on a bare clone. Runs on whatever Node is installed (20 or later), makes sure that
 * the locked dependencies are there, then goes on under the Node version the project pins.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const entry = join(root, 'infra', 'local', 'src', 'commands.ts');

/** Not 1: of audit:verify that is a broken log. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

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
// Ctrl-C reaches the whole process group; a plain `kill` of this process must reach the child as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
