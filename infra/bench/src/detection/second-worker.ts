import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@clearwatch/infra-local/ports';

const STARTED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/**
 * Starts another worker of a service that runs, under the very same settings (Linux: read from /proc), as `--scale` does.
 * @returns its process, and what ends it
 */
export async function startSecondWorker(pid: number): Promise<{ pid: number; stop: () => Promise<void> }> {
  const [program = '', ...args] = fieldsOf(`/proc/${pid}/cmdline`);
  const env = Object.fromEntries(
    fieldsOf(`/proc/${pid}/environ`).map((pair) => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]),
  );
  const port = await freePort();
  const child = spawn(program, args, {
    // The channel is how a service notices that its supervisor is gone.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...env,
      PROCESS_ROLE: 'worker',
      PORT: String(port),
      NODE_CHANNEL_FD: undefined,
      NODE_CHANNEL_SERIALIZATION_MODE: undefined,
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const until = performance.now() + STARTED_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    if (child.pid !== undefined && (await isHealthy(port))) return { pid: child.pid, stop };
    await pause(LOOK_EVERY_MS);
  }
  await stop();
  throw new Error('a second worker did not start');
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).status === 200;
  } catch {
    return false;
  }
}

function fieldsOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\0').slice(0, -1);
}
