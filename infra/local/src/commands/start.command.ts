import { setTimeout as pause } from 'node:timers/promises';
import { build } from '../build.ts';
import { bundleLibraries } from '../libraries/library-bundle.ts';
import type { Stack } from '../stack.ts';
import { readSettings } from '../start-settings.ts';

const log = (line: string): void => console.log(line);
const stopped = new AbortController();
/** The build blocks the event loop, so a Ctrl-C that stopped the compiler is delivered afterward. */
const SIGNALS_SEEN_MS = 10;
let running: Stack | undefined;

/** During startup, aborting makes `startStack` clean up. */
function onSignal(): void {
  if (stopped.signal.aborted) return;
  log('Stopping ...');
  stopped.abort(new Error('stopped'));
  if (running !== undefined) void running.stop().then(() => finish(0));
}

function finish(code: number): void {
  if (code === 0) log('Stopped.');
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  const settings = readSettings(process.env);
  await build({ web: true });
  bundleLibraries('services');
  await pause(SIGNALS_SEEN_MS);
  stopped.signal.throwIfAborted();
  // Imported after the build, because it imports build output.
  const { startStack } = await import('../stack.ts');
  const stack = await startStack({ settings, log, signal: stopped.signal });
  if (stack.firstAdminPassword !== null) {
    log('');
    log('  First start: sign in as  admin');
    log(`  with the password        ${stack.firstAdminPassword}`);
    log('  This password is shown only once. You must change it when you first sign in.');
    log('');
  }
  if (stopped.signal.aborted) {
    await stack.stop();
    finish(0);
  }
  running = stack;
  // Programs that start Clearwatch wait for exactly this line.
  log(`Clearwatch is ready on ${stack.url}`);
} catch (error) {
  await pause(SIGNALS_SEEN_MS);
  if (stopped.signal.aborted) finish(0);
  console.error(error instanceof Error ? error.message : error);
  finish(1);
}
