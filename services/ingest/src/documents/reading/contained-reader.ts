import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileRead } from './read-file.ts';
import { ReadingFailure } from './reading-failure.ts';
import { RESULT_FILE, type ReadingMessage, type ReadingOrder } from './reading-order.ts';
import { readingPermissions } from './reading-permissions.ts';
import { residentBytes } from './resident-bytes.ts';

/** The compiled program, also when this file runs as source. */
const PROGRAM = fileURLToPath(
  new URL('../../../dist/documents/reading/read-document.process.js', import.meta.url),
);
export interface ReadingLimits {
  /** For opening the document, and for each step of the work on a page. */
  baseMs: number;
  perPageMs: number;
  memoryBytes: number;
}

export const READING_LIMITS: ReadingLimits = {
  baseMs: 60_000,
  perPageMs: 120_000,
  memoryBytes: 1_200 * 1024 ** 2,
};
const LOOK_EVERY_MS = 250;
const MOST_TURNS = 5;

const TOO_LONG = 'Reading the document took too long and was stopped. Split it into parts, or scan it anew.';
const TOO_MUCH =
  'Reading the document needed too much memory and was stopped. Split it into parts, or scan it at 300 dots per inch.';
const BROKE = 'The document cannot be read: it made its reader stop. Export or scan it again.';

/**
 * Has a document read by a process of its own.
 * @throws ReadingFailure with a sentence when the document is no good, or its reader was stopped
 * @throws the signal's reason when it is aborted
 */
export async function readContained(
  order: ReadingOrder,
  {
    signal,
    onProgress,
    limits = READING_LIMITS,
  }: {
    signal: AbortSignal;
    onProgress: (progress: { pagesDone: number; pages: number }) => void;
    limits?: ReadingLimits;
  },
): Promise<FileRead> {
  signal.throwIfAborted();
  const child = fork(PROGRAM, [JSON.stringify(order)], {
    execArgv: ['--max-old-space-size=512', ...readingPermissions(order)],
    // Nothing of the service's own settings: whoever takes the reader over finds no key in it.
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', TMPDIR: order.folder },
    cwd: order.folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let failure: string | null = null;
  const stop = (sentence: string | null): void => {
    failure ??= sentence;
    child.kill('SIGKILL');
  };
  const abort = (): void => stop(null);
  signal.addEventListener('abort', abort, { once: true });
  let deadline = Date.now() + limits.baseMs;
  child.on('message', (message: ReadingMessage) => {
    if (message.kind === 'failure') failure = message.sentence;
    else if (message.kind === 'alive') deadline = Math.max(deadline, Date.now() + limits.perPageMs);
    else {
      deadline = Date.now() + limits.perPageMs * turnsLeft(message);
      onProgress({ pagesDone: message.pagesDone, pages: message.pages });
    }
  });
  const watch = setInterval(() => {
    if (Date.now() > deadline) stop(TOO_LONG);
    else if (residentBytes(child.pid) > limits.memoryBytes) stop(TOO_MUCH);
  }, LOOK_EVERY_MS);
  try {
    const code = await ended(child);
    signal.throwIfAborted();
    if (failure !== null) throw new ReadingFailure(failure);
    if (code !== 0) throw new ReadingFailure(BROKE);
    return JSON.parse(await readFile(join(order.folder, RESULT_FILE), 'utf8')) as FileRead;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  }
}

/** Behind the last page, cells of all pages are looked at closer: that is not the work of one page. */
function turnsLeft({ pagesDone, pages }: { pagesDone: number; pages: number }): number {
  return pagesDone < pages ? 1 : Math.min(pages, MOST_TURNS);
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}
