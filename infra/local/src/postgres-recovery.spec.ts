import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  announceRecovery,
  followLog,
  recoveryAfter,
  STALLED_AFTER_MS,
  waitUntilAccepting,
} from './postgres-recovery.ts';

const at = (text: string) => `2026-11-23 05:41:06.066 UTC [157] LOG:  ${text}`;
const INTERRUPTED = at('database system was interrupted; last known up at 2026-11-23 05:39:36 UTC');
const REDO_STARTS = at('redo starts at 0/1000000');
const redo = (seconds: number, lsn: string) =>
  at(`redo in progress, elapsed time: ${seconds}.00 s, current LSN: ${lsn}`);
const REFUSED = '2026-11-23 05:41:07.000 UTC [188] FATAL:  the database system is not yet accepting connections';
const READY = at('database system is ready to accept connections');

describe('PostgreSQL log', () => {
  it('a PostgreSQL recovery is measured correctly when the write-ahead log crosses a 4 GB boundary', () => {
    const known = recoveryAfter(null, [INTERRUPTED, at('redo starts at 0/FF000000')]);
    expect(recoveryAfter(known, [redo(2, '1/1000000')])).toMatchObject({
      replayedBytes: 0x2000000,
      isDone: false,
    });
  });

  it('a PostgreSQL recovery is measured by progress reports, not by refused connections', () => {
    const known = recoveryAfter(null, [INTERRUPTED, REDO_STARTS]);
    expect(recoveryAfter(known, [REFUSED, REFUSED])?.step).toBe(known?.step);
    expect(recoveryAfter(known, [redo(2, '0/2000000')])?.step).not.toBe(known?.step);
  });

  it('a PostgreSQL recovery ends when the server is ready and begins again after another crash', () => {
    const done = recoveryAfter(null, [INTERRUPTED, REDO_STARTS, redo(2, '0/9000000'), READY]);
    expect(done?.isDone).toBe(true);
    expect(recoveryAfter(done, [INTERRUPTED])).toMatchObject({ isDone: false, replayedBytes: 0 });
  });

  it('no PostgreSQL recovery is reported after a clean stop', () => {
    expect(recoveryAfter(null, [at('database system was shut down at 2026-11-23 05:39:36 UTC'), READY])).toBeNull();
  });

  it('the PostgreSQL log is read from the last position, in whole lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearwatch-log-'));
    const file = join(folder, 'postgres.log');
    writeFileSync(file, 'of an earlier start\n');
    const newLines = followLog(file);
    appendFileSync(file, 'one\ntw');
    expect(newLines()).toEqual(['one']);
    appendFileSync(file, 'o\n');
    expect([newLines(), newLines()]).toEqual([['two'], []]);
    rmSync(folder, { recursive: true });
  });
});

describe('recovery messages', () => {
  /** Checks once for each batch of lines, at the given second. */
  function saidAfter(batches: [second: number, lines: string[]][]): string[] {
    const said: string[] = [];
    let [second, lines]: [number, string[]] = [0, []];
    const look = announceRecovery({
      newLines: () => lines,
      log: (line) => void said.push(line),
      now: () => second * 1_000,
    });
    for ([second, lines] of batches) look();
    return said;
  }

  it('the console shows the time and progress of a recovery every ten seconds, and the end of the recovery', () => {
    expect(
      saidAfter([
        [0, [INTERRUPTED, REDO_STARTS]],
        [2, [redo(2, '0/6000000')]],
        [4, [redo(4, '0/9000000')]],
        [12, [redo(12, '0/3C9ACA00')]],
        [34, [READY]],
        [60, []],
      ]),
    ).toEqual([
      'PostgreSQL is recovering from a crash: 2 s and 84 MB of its log so far.',
      'PostgreSQL is recovering from a crash: 12 s and 1,000 MB of its log so far.',
      'PostgreSQL has recovered; it took 34 s.',
    ]);
  });

  it('the console shows no messages about a short recovery', () => {
    expect(
      saidAfter([
        [0, [INTERRUPTED, REDO_STARTS]],
        [1, [READY]],
        [30, []],
      ]),
    ).toEqual([]);
  });
});

describe('waiting for PostgreSQL to start', () => {
  /** A fake server whose clock advances only during pauses, with scripted progress for each second. */
  function server(steps: { until: (second: number) => boolean; advancesFor: number }) {
    let time = 0;
    return waitUntilAccepting({
      isAccepting: () => steps.until(time / 1_000),
      failure: () => null,
      recovery: () => ({
        step: `step ${Math.min(steps.advancesFor, Math.floor(time / 1_000))}`,
        redoStart: null,
        replayedBytes: 0,
        isDone: false,
      }),
      now: () => time,
      pause: async () => {
        time += 1_000;
      },
    }).then(() => time / 1_000);
  }

  it('the wait for PostgreSQL continues for half an hour while redo advances [fault 3.2]', async () => {
    expect(await server({ until: (second) => second >= 1_800, advancesFor: 1_800 })).toBe(1_800);
  });

  it('the wait for PostgreSQL ends three minutes after the last redo progress [fault 3.2]', async () => {
    expect(STALLED_AFTER_MS).toBe(180_000);
    await expect(server({ until: () => false, advancesFor: 100 })).rejects.toThrow(
      'PostgreSQL has made no progress for 180 s. Its last step: step 100',
    );
  });

  it('the wait for PostgreSQL ends immediately with the reason when the server exits', async () => {
    const failure = new Error('PostgreSQL did not start');
    await expect(
      waitUntilAccepting({
        isAccepting: () => false,
        failure: () => failure,
        recovery: () => null,
        now: () => 0,
        pause: () => Promise.resolve(),
      }),
    ).rejects.toBe(failure);
  });
});
