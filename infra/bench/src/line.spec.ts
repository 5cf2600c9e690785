import { type BenchLine, tableOf } from './line.ts';

const line: BenchLine = {
  what: 'import',
  rows: 1_000_000,
  milliseconds: 3_000,
  limit: { what: 'COPY', milliseconds: 2_000 },
  goal: 2,
  peakMegabytes: 312.4,
};

describe('table of a benchmark', () => {
  it('shows the ratio, not only the time', () => {
    expect(tableOf([line])).toMatch(
      /import .* 1,000,000 .* 3\.00 s .* 2\.00 s COPY .* 1\.50 x .* <= 2 x .* ok .* 312 MB/,
    );
  });

  it('says when a goal is missed', () => {
    expect(tableOf([{ ...line, milliseconds: 4_100 }])).toMatch(/2\.05 x .* MISSED/);
  });
});
