import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ReadDocument } from './document-reader.ts';
import {
  InvalidMessage,
  MESSAGE_PIPE,
  pictureFile,
  ReadingFailure,
  type ReadingProgress,
  type ReadingRequest,
  type ReceivedMessages,
  receiveMessages,
  WORDS_FILE,
} from './reading-protocol.ts';
import { parseReadDocument, parseWordPages } from './reading-result.ts';

/** The reader's code, the only part of the installation that the reader may access. */
const READABLE_CODE = ['node_modules/*', 'packages/*', 'services/ingest/dist/*', 'services/ingest/package.json'].map(
  (path) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)),
);

/** The compiled programs, even when this file runs as source. */
const compiled = (name: string): URL => new URL(`../../../dist/documents/reading/${name}.js`, import.meta.url);

/** Scripts cannot load native code, start programs, write files, or read any file but their code and the document. */
const nodeOptions = (document: string): string[] => [
  '--permission',
  ...[...READABLE_CODE, document].map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  // Unlike `--import`, also in threads whose program is a text.
  `--require=${fileURLToPath(compiled('confine'))}`,
  // It opens files without regard to permissions.
  '--no-experimental-sqlite',
  '--max-old-space-size=512',
];

const UNSHARE = '/usr/bin/unshare';
/** Namespaces without a network, and without this user's rights over its other processes. */
const NAMESPACES = ['--user', '--net', '--ipc', '--'];

let namespacesWork: boolean | undefined;

/** Linux has namespaces, but many containers and some distributions do not permit them. */
export function hasNamespaces(): boolean {
  const command = [...NAMESPACES, process.execPath, '--version'];
  namespacesWork ??= spawnSync(UNSHARE, command, { stdio: 'ignore', env: {} }).status === 0;
  return namespacesWork;
}

export interface ReadingLimits {
  /** For opening the document. */
  baseMs: number;
  /** For each step of the work on a page. */
  perPageMs: number;
  /** For the whole document, which may take less: `perPageMs` for each of its pages. */
  totalMs: number;
  /** The largest picture, 50 million pixels, takes 1.3 GB, because WebAssembly returns no memory. */
  memoryBytes: number;
}

export const READING_LIMITS: ReadingLimits = {
  baseMs: 60_000,
  perPageMs: 120_000,
  totalMs: 20 * 60_000,
  memoryBytes: 1_600 * 1024 ** 2,
};
const LIMIT_CHECK_INTERVAL_MS = 250;
const MAX_TIME_SLICES = 5;

const READING_TIMED_OUT = 'Reading the document took too long and was stopped. Split it into parts, or scan it again.';
const READING_OUT_OF_MEMORY =
  'Reading the document needed too much memory and was stopped. Split it into parts, or scan it at 300 dots per inch.';
const READER_CRASHED = 'The document cannot be read: it stopped the reading process. Export or scan it again.';
const READER_SENT_NONSENSE =
  'The document cannot be read: it disturbed the reading process. Do not open it, and ask its sender for another copy.';

export interface SandboxOptions {
  signal: AbortSignal;
  onProgress: (progress: ReadingProgress) => void;
  limits?: ReadingLimits;
  /** Other programs are for tests. */
  program?: string;
  useNamespaces?: boolean;
}

export interface SandboxResult {
  read: ReadDocument;
  /** Page pictures and words to keep, by name. */
  files: ReadonlyMap<string, Buffer>;
}

/** @throws ReadingFailure if the document cannot be read or the process was stopped; the signal's reason if aborted */
export async function readInSandbox(request: ReadingRequest, options: SandboxOptions): Promise<SandboxResult> {
  const { signal, limits = READING_LIMITS, onProgress } = options;
  signal.throwIfAborted();
  const child = startReader(request, options);
  let failure: string | null = null;
  const stop = (reason: string | null): void => {
    failure ??= reason;
    child.kill('SIGKILL');
  };
  const abort = (): void => stop(null);
  signal.addEventListener('abort', abort, { once: true });
  const begun = Date.now();
  let end = begun + Math.min(limits.totalMs, limits.baseMs);
  let deadline = end;
  const watch = setInterval(() => {
    if (Date.now() > Math.min(deadline, end)) stop(READING_TIMED_OUT);
    else if (residentBytes(child.pid) > limits.memoryBytes) stop(READING_OUT_OF_MEMORY);
  }, LIMIT_CHECK_INTERVAL_MS);
  try {
    const [received, [code]] = await Promise.all([
      receiveMessages(child.stdio[MESSAGE_PIPE] as Readable, {
        onAlive: () => {
          deadline = Math.max(deadline, Date.now() + limits.perPageMs);
        },
        onProgress: (progress) => {
          // Whatever the reader reports later, its number of pages stays the same.
          end = begun + Math.min(limits.totalMs, limits.baseMs + limits.perPageMs * progress.pages);
          deadline = Date.now() + limits.perPageMs * timeSlicesLeft(progress);
          onProgress(progress);
        },
      }).catch((error: unknown): ReceivedMessages => {
        if (!(error instanceof InvalidMessage)) throw error;
        stop(READER_SENT_NONSENSE);
        return { pictures: new Map() };
      }),
      once(child, 'close').catch(() => [null]) as Promise<[number | null]>,
    ]);
    signal.throwIfAborted();
    const sentence = failure ?? received.failure;
    if (sentence !== undefined) throw new ReadingFailure(sentence);
    if (code !== 0 || received.result === undefined) throw new ReadingFailure(READER_CRASHED);
    return { read: parseReadDocument(received.result, request), files: filesOf(received) };
  } catch (error) {
    if (error instanceof InvalidMessage) throw new ReadingFailure(READER_SENT_NONSENSE, { cause: error });
    throw error;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

function filesOf({ pictures, words }: ReceivedMessages): Map<string, Buffer> {
  const files = new Map([...pictures].map(([page, jpeg]) => [pictureFile(page), jpeg]));
  if (words !== undefined) files.set(WORDS_FILE, gzipSync(JSON.stringify(parseWordPages(words))));
  return files;
}

function startReader(
  request: ReadingRequest,
  { program = fileURLToPath(compiled('read-document.process')), useNamespaces = hasNamespaces() }: SandboxOptions,
): ChildProcess {
  const command = [process.execPath, ...nodeOptions(request.path), program, String(process.pid)];
  const [file = '', ...args] = useNamespaces ? [UNSHARE, ...NAMESPACES, ...command] : command;
  // Without the service's settings, an attacker who takes over the reader finds no keys.
  const child = spawn(file, args, { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  // A reader that ends early leaves its request unread.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(request));
  return child;
}

/** After the last page, doubtful cells on all pages are read again. */
function timeSlicesLeft({ pagesDone, pages }: ReadingProgress): number {
  return pagesDone < pages ? 1 : Math.min(pages, MAX_TIME_SLICES);
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
