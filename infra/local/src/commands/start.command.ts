import { build } from '../build.ts';
import { bundleLibraries } from '../libraries/library-bundle.ts';
import type { Stack } from '../stack.ts';
import { readSettings } from '../start-settings.ts';

/** `npm start`: the whole application on this machine until Ctrl-C. */
const say = (line: string): void => console.log(line);
const stopped = new AbortController();
let running: Stack | undefined;

/** During the start the abort ends the start, which cleans up behind itself. */
function onSignal(): void {
  if (stopped.signal.aborted) return;
  say('Stopping ...');
  stopped.abort(new Error('stopped'));
  if (running !== undefined) void running.stop().then(() => finish(0));
}

function finish(code: number): void {
  if (code === 0) say('Stopped.');
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  const settings = readSettings(process.env);
  await build({ web: true });
  bundleLibraries('services');
  await signalsSeen();
  stopped.signal.throwIfAborted();
  // Not before: it imports what the build makes.
  const { startStack } = await import('../stack.ts');
  const stack = await startStack({ settings, say, signal: stopped.signal });
  if (stack.firstAdminPassword !== null) {
    say('');
    say('  First start: sign in as  admin');
    say(`  with the password        ${stack.firstAdminPassword}`);
    say('  It is shown only now and must be changed at the first sign-in.');
    say('');
  }
  if (stopped.signal.aborted) {
    await stack.stop();
    finish(0);
  }
  running = stack;
  say(`Clearwatch is ready on ${stack.url}`);
} catch (error) {
  await signalsSeen();
  if (stopped.signal.aborted) finish(0);
  console.error(error instanceof Error ? error.message : error);
  finish(1);
}

/** The build runs in one go: a Ctrl-C that ended the compiler reaches this process only after it. */
function signalsSeen(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
}
