import { build } from './build.ts';
import { readSettings } from './settings.ts';

/** `npm start`: the whole application on this machine until Ctrl-C. */
const say = (line: string): void => console.log(line);
const stopped = new AbortController();
let stopping: Promise<void> | undefined;
let stopStack: (() => Promise<void>) | undefined;

function onSignal(): void {
  if (stopping !== undefined) return;
  say('Stopping ...');
  stopped.abort(new Error('stopped'));
  // During the start the abort above ends the start, which cleans up behind itself.
  if (stopStack !== undefined) stopping = stopStack().then(() => finish(0));
}

function finish(code: number): void {
  if (code === 0) say('Stopped.');
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  const settings = readSettings(process.env);
  await build({ web: true });
  stopped.signal.throwIfAborted();
  // Not before: it imports what the build makes.
  const { startStack } = await import('./stack.ts');
  const stack = await startStack({ settings, say, signal: stopped.signal });
  stopStack = () => stack.stop();
  if (stopped.signal.aborted) onSignal();
  if (stack.firstAdminPassword !== null) {
    say('');
    say('  First start: sign in as  admin');
    say(`  with the password        ${stack.firstAdminPassword}`);
    say('  It is shown only now and must be changed at the first sign-in.');
    say('');
  }
  say(`Clearwatch is ready on ${stack.url}`);
} catch (error) {
  if (stopped.signal.aborted) finish(0);
  console.error(error instanceof Error ? error.message : error);
  finish(1);
}
