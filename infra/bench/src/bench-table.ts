import { readFileSync, writeFileSync } from 'node:fs';

export interface BenchResult {
  what: string;
  rows: number;
  milliseconds: number;
  limit: { what: string; milliseconds: number };
  /** Highest acceptable ratio to the limit; null if the line only shows a comparison. */
  goal: number | null;
  peakMegabytes?: number | null;
}

export const limitOf = (what: string, milliseconds: number) => ({ what, milliseconds });

const HEADER = ['what', 'rows', 'time', 'limit', 'ratio', 'goal', '', 'peak memory'];

/** Ratios can be compared across machines and runs; absolute times cannot. */
export function formatBenchTable(lines: readonly BenchResult[]): string {
  const cells = lines.map((line) => {
    const ratio = line.milliseconds / line.limit.milliseconds;
    return [
      line.what,
      line.rows.toLocaleString('en-US'),
      formatTime(line.milliseconds),
      `${formatTime(line.limit.milliseconds)} ${line.limit.what}`,
      `${ratio.toFixed(2)} x`,
      line.goal === null ? '' : `<= ${line.goal} x`,
      line.goal === null ? '' : ratio <= line.goal ? 'ok' : 'MISSED',
      line.peakMegabytes ? `${Math.round(line.peakMegabytes)} MB` : '',
    ];
  });
  const widths = HEADER.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const format = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ');
  const rule = widths.map((width) => '-'.repeat(width)).join('-|-');
  return [format(HEADER), rule, ...cells.map(format)].join('\n');
}

const formatTime = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`;

/** Reads a file below /proc. @returns an empty string except on Linux, or when the process has ended */
export function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

const megabytesOf = (figure: string) => (pid: number | undefined) => {
  const kilobytes = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readProc(`${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
};

export const residentMegabytes = megabytesOf('VmRSS');

/** Peak resident memory since the process started or the peak was reset, in MB; null except on Linux. */
export const peakMegabytes = megabytesOf('VmHWM');

/** proc(5): writing 5 resets the peak. Has no effect except on Linux. */
export function resetPeakMemory(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without the reset, the reported peak may be too high, but never too low.
  }
}

export function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
