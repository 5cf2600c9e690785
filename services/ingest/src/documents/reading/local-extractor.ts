import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { latestAllowedDay } from '../../import-file/import-copy-text.ts';
import { DocumentFolders, PagePictures } from '../page-pictures.ts';
import type {
  DocumentExtractor,
  DocumentToRead,
  ExtractionContext,
  ReadDocument,
} from './document-reader.ts';
import { RESULT_FILE, ReadingFailure, type ReadingMessage, type ReadingRequest } from './reading-protocol.ts';

/** What the program is made of: of the installation it may read nothing else, keys and uploads of others least of all. */
const READABLE_FOLDERS = ['node_modules', 'packages', 'services/ingest'].map((folder) =>
  fileURLToPath(new URL(`../../../../../${folder}/*`, import.meta.url)),
);

/**
 * Options of Node for a process that reads a document: whoever takes it over by way of its scripts can start no program, and sees
 * no file but the document and its folder. They bind scripts alone: native parsers are held by time, memory and an empty
 * environment.
 */
export function sandboxPermissions({ path, folder }: Pick<ReadingRequest, 'path' | 'folder'>): string[] {
  return [
    '--permission',
    ...[...READABLE_FOLDERS, path, folder, `${folder}/*`].map((readable) => `--allow-fs-read=${readable}`),
    ...[folder, `${folder}/*`].map((writable) => `--allow-fs-write=${writable}`),
    '--allow-addons',
    '--allow-worker',
  ];
}

/** Linux counts memory in pages. */
const PAGE_BYTES = 4_096;

/** Memory that a process holds; 0 where the system does not tell, or when it is gone. */
function residentBytes(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** The compiled program, also when this file runs as source. */
const READER_PROGRAM = fileURLToPath(
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
const LIMIT_CHECK_INTERVAL_MS = 250;
const MAX_TIME_SLICES = 5;

const READING_TIMED_OUT =
  'Reading the document took too long and was stopped. Split it into parts, or scan it anew.';
const READING_OUT_OF_MEMORY =
  'Reading the document needed too much memory and was stopped. Split it into parts, or scan it at 300 dots per inch.';
const READER_CRASHED = 'The document cannot be read: it made its reader stop. Export or scan it again.';

/**
 * Has a document read by a process of its own.
 * @throws ReadingFailure with a sentence when the document is no good, or its reader was stopped
 * @throws the signal's reason when it is aborted
 */
export async function readInSandbox(
  order: ReadingRequest,
  {
    signal,
    onProgress,
    limits = READING_LIMITS,
  }: {
    signal: AbortSignal;
    onProgress: (progress: { pagesDone: number; pages: number }) => void;
    limits?: ReadingLimits;
  },
): Promise<ReadDocument> {
  signal.throwIfAborted();
  const child = fork(READER_PROGRAM, [JSON.stringify(order)], {
    execArgv: ['--max-old-space-size=512', ...sandboxPermissions(order)],
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
      deadline = Date.now() + limits.perPageMs * timeSlicesLeft(message);
      onProgress({ pagesDone: message.pagesDone, pages: message.pages });
    }
  });
  const watch = setInterval(() => {
    if (Date.now() > deadline) stop(READING_TIMED_OUT);
    else if (residentBytes(child.pid) > limits.memoryBytes) stop(READING_OUT_OF_MEMORY);
  }, LIMIT_CHECK_INTERVAL_MS);
  try {
    const code = await waitForExit(child);
    signal.throwIfAborted();
    if (failure !== null) throw new ReadingFailure(failure);
    if (code !== 0) throw new ReadingFailure(READER_CRASHED);
    return JSON.parse(await readFile(join(order.folder, RESULT_FILE), 'utf8')) as ReadDocument;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  }
}

/** Behind the last page, cells of all pages are looked at closer: that is not the work of one page. */
function timeSlicesLeft({ pagesDone, pages }: { pagesDone: number; pages: number }): number {
  return pagesDone < pages ? 1 : Math.min(pages, MAX_TIME_SLICES);
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}

/** Reads documents on the premises, without any network. Begun again after a restart: it leaves nothing half done. */
@Injectable()
export class LocalExtractor implements DocumentExtractor {
  constructor(
    private readonly folders: DocumentFolders,
    private readonly pictures: PagePictures,
  ) {}

  async extract(
    { parseJobId, path, type }: DocumentToRead,
    { signal, onProgress }: ExtractionContext,
  ): Promise<ReadDocument> {
    await this.pictures.remove(parseJobId);
    const folder = await this.folders.make(parseJobId);
    const read = await readInSandbox(
      { path, type, latestDay: latestAllowedDay(), folder },
      { signal, onProgress },
    );
    // It says all that the document says: the tables hold it from here on.
    await rm(join(folder, RESULT_FILE), { force: true });
    await this.pictures.keep(parseJobId);
    return read;
  }
}
