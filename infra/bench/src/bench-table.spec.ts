import { type BenchResult, formatBenchTable } from './bench-table.ts';

const line: BenchResult = {
  what: 'import',
  rows: 1_000_000,
  milliseconds: 3_000,
  limit: { what: 'COPY', milliseconds: 2_000 },
  goal: 2,
  peakMegabytes: 312.4,
};

describe('formatBenchTable', () => {
  it('the benchmark table shows the times, ratio, and goal of a benchmark', () => {
    expect(formatBenchTable([line])).toMatch(
      /import .* 1,000,000 .* 3\.00 s .* 2\.00 s COPY .* 1\.50 x .* <= 2 x .* ok .* 312 MB/,
    );
  });

  it('the benchmark table marks a missed goal', () => {
    expect(formatBenchTable([{ ...line, milliseconds: 4_100 }])).toMatch(/2\.05 x .* MISSED/);
  });
});
