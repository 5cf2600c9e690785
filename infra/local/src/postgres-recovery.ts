import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

export interface Recovery {
  /** The newest line that reports progress. */
  step: string;
  /** Position in the write-ahead log where redo started; null before redo starts. */
  redoStart: bigint | null;
  replayedBytes: number;
  isDone: boolean;
}

const BEGINS = /database system was (interrupted|not properly shut down)/;
const ADVANCES =
  /syncing data directory|resetting unlogged relations|redo (starts|in progress|done)|checkpoint (starting: end-of-recovery|complete)/;
const ENDS = /ready to accept connections|database system is shut down/;
/** A log sequence number consists of two 32-bit halves in hexadecimal. */
const REDO_AT = /redo (?:starts at|in progress.* current LSN:) ([0-9A-F]+)\/([0-9A-F]+)/;

/** @param known null when no recovery has been seen */
export function recoveryAfter(known: Recovery | null, lines: readonly string[]): Recovery | null {
  let recovery = known?.isDone === true ? null : known;
  for (const line of lines) {
    if (recovery?.isDone !== false && BEGINS.test(line))
      recovery = { step: line, replayedBytes: 0, redoStart: null, isDone: false };
    if (recovery === null || !(ENDS.test(line) || ADVANCES.test(line))) continue;
    recovery = { ...recovery, step: line, isDone: recovery.isDone || ENDS.test(line) };
    const [, high, low] = REDO_AT.exec(line) ?? [];
    if (high === undefined || low === undefined) continue;
    const at = BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
    recovery.redoStart ??= at;
    recovery.replayedBytes = Number(at - recovery.redoStart);
  }
  return recovery;
}

/** @returns a function that reads the complete lines added since its last call */
export function followLog(file: string): () => string[] {
  let offset = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let rest = '';
  return () => {
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const content = Buffer.alloc(Math.max(0, size - offset));
      const bytes = readSync(handle, content, 0, content.length, offset);
      offset += bytes;
      const lines = (rest + content.toString('utf8', 0, bytes)).split('\n');
      rest = lines.pop() ?? '';
      return lines;
    } finally {
      closeSync(handle);
    }
  };
}

const RECOVERY_MESSAGE_AFTER_MS = 2_000;
const RECOVERY_MESSAGE_INTERVAL_MS = 10_000;

/** @returns a function that reads the new lines and prints the progress of a long recovery */
export function announceRecovery(options: {
  newLines: () => string[];
  log: (line: string) => void;
  /** Milliseconds. */
  now: () => number;
}): () => Recovery | null {
  const { newLines, log, now } = options;
  let recovery: Recovery | null = null;
  let startedAt = 0;
  let nextAt = 0;
  let isAnnounced = false;
  return () => {
    const before = recovery;
    recovery = recoveryAfter(before, newLines());
    if (recovery === null) return null;
    const time = now();
    if (before?.isDone !== false) {
      startedAt = time;
      nextAt = time + RECOVERY_MESSAGE_AFTER_MS;
      isAnnounced = false;
    }
    const seconds = Math.round((time - startedAt) / 1_000);
    if (recovery.isDone) {
      if (isAnnounced) log(`PostgreSQL has recovered; it took ${seconds} s.`);
    } else if (time >= nextAt) {
      const megabytes = Math.round(recovery.replayedBytes / 1e6).toLocaleString('en-US');
      log(`PostgreSQL is recovering from a crash: ${seconds} s and ${megabytes} MB of its log so far.`);
      nextAt = time + RECOVERY_MESSAGE_INTERVAL_MS;
      isAnnounced = true;
    }
    return recovery;
  };
}

/** PostgreSQL reports no progress during the final checkpoint, which may be slow. */
export const STALLED_AFTER_MS = 180_000;
const RECOVERY_POLL_INTERVAL_MS = 50;

/** @throws Error when PostgreSQL exits, its recovery makes no progress, or `signal` is aborted */
export async function waitUntilAccepting(options: {
  isAccepting: () => boolean;
  failure: () => Error | null;
  recovery: () => Recovery | null;
  now: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
  signal?: AbortSignal;
}): Promise<void> {
  const { isAccepting, failure, recovery, now, pause, signal } = options;
  let step: string | undefined;
  let advancedAt = now();
  for (;;) {
    signal?.throwIfAborted();
    const reason = failure();
    if (reason !== null) throw reason;
    if (isAccepting()) return;
    const current = recovery()?.step;
    if (current !== step) [step, advancedAt] = [current, now()];
    if (now() - advancedAt > STALLED_AFTER_MS) {
      const last = step === undefined ? '' : ` Its last step: ${step}`;
      throw new Error(`PostgreSQL has made no progress for ${STALLED_AFTER_MS / 1_000} s.${last}`);
    }
    await pause(RECOVERY_POLL_INTERVAL_MS);
  }
}
