import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FoundColumns } from '@clearwatch/contracts/document-layouts.dto';
import { Injectable } from '@nestjs/common';
import { latestAllowedDay } from '../../import-file/import-copy-text.ts';
import { parseAs } from '../document-layout.entity.ts';
import { PagePictures } from '../page-pictures.ts';
import type { DocumentExtractor, DocumentToRead, ExtractionContext, ReadDocument } from './document-reader.ts';
import {
  LAYOUTS_FILE,
  RESULT_FILE,
  ReadingFailure,
  type ReadingMessage,
  type ReadingProgress,
  type ReadingRequest,
} from './reading-protocol.ts';

/** The reader's code, the only part of the installation that the reader may access. */
const READABLE_FOLDERS = ['node_modules', 'packages', 'services/ingest'].map((folder) =>
  fileURLToPath(new URL(`../../../../../${folder}/*`, import.meta.url)),
);

/**
 * Node options for a process that reads a document: its scripts cannot start programs, and can access only their code,
 * the document and its folder. Native code is limited only by time, memory and an empty environment.
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

/** 0 if the system does not report it, or after the process has ended. */
function residentBytes(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** The compiled program, even when this file runs as source. */
const READER_PROGRAM = fileURLToPath(
  new URL('../../../dist/documents/reading/read-document.process.js', import.meta.url),
);
export interface ReadingLimits {
  /** `baseMs` is for opening the document, `perPageMs` for each step of the work on a page. */
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

const READING_TIMED_OUT = 'Reading the document took too long and was stopped. Split it into parts, or scan it again.';
const READING_OUT_OF_MEMORY =
  'Reading the document needed too much memory and was stopped. Split it into parts, or scan it at 300 dots per inch.';
const READER_CRASHED = 'The document cannot be read: it stopped the reading process. Export or scan it again.';

/** @throws ReadingFailure if the document cannot be read or the process was stopped; the signal's reason if aborted */
export async function readInSandbox(
  request: ReadingRequest,
  {
    signal,
    onProgress,
    limits = READING_LIMITS,
  }: {
    signal: AbortSignal;
    onProgress: (progress: ReadingProgress) => void;
    limits?: ReadingLimits;
  },
): Promise<ReadDocument> {
  signal.throwIfAborted();
  const child = fork(READER_PROGRAM, [JSON.stringify(request)], {
    execArgv: ['--max-old-space-size=512', ...sandboxPermissions(request)],
    // The service's settings are not passed on, so an attacker who takes over the reader finds no keys.
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', TMPDIR: request.folder },
    cwd: request.folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let failure: string | null = null;
  const stop = (reason: string | null): void => {
    failure ??= reason;
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
    const [code] = (await once(child, 'exit').catch(() => [null])) as [number | null];
    signal.throwIfAborted();
    if (failure !== null) throw new ReadingFailure(failure);
    if (code !== 0) throw new ReadingFailure(READER_CRASHED);
    const read = JSON.parse(await readFile(join(request.folder, RESULT_FILE), 'utf8')) as ReadDocument;
    if (read.foundColumns !== undefined) parseAs(FoundColumns, read.foundColumns);
    return read;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  }
}

/** After the last page, doubtful cells on all pages are read again. */
function timeSlicesLeft({ pagesDone, pages }: ReadingProgress): number {
  return pagesDone < pages ? 1 : Math.min(pages, MAX_TIME_SLICES);
}

/** Reads documents on this server, without any network. After a restart, it starts over. */
@Injectable()
export class LocalExtractor implements DocumentExtractor {
  constructor(private readonly pictures: PagePictures) {}

  async extract(
    { parseJobId, path, type, layouts }: DocumentToRead,
    { signal, onProgress }: ExtractionContext,
  ): Promise<ReadDocument> {
    const folder = await this.pictures.makeReadingFolder();
    try {
      await writeFile(join(folder, LAYOUTS_FILE), JSON.stringify(layouts), { mode: 0o600 });
      const request = { path, type, latestDay: latestAllowedDay(), folder };
      const read = await readInSandbox(request, { signal, onProgress });
      await this.pictures.keep(parseJobId, folder);
      return read;
    } finally {
      // The folder contains the document's content.
      await rm(folder, { recursive: true, force: true });
    }
  }
}
