import type { EvidenceEntry } from '@clearwatch/contracts/fraud/alert-evidence';
import { restsOnLeaving } from './rests-on-leaving.ts';

const showing = (...days: string[]) => ({ entries: days.map((day) => ({ day })) as EvidenceEntry[] });
const NOW = { today: '2026-11-22', keptYears: 7 };

describe('a finding', () => {
  it('that shows an entry which leaves today or tomorrow is not raised any more', () => {
    expect(restsOnLeaving(showing('2026-11-01', '2019-11-21'), NOW)).toBe(true);
    expect(restsOnLeaving(showing('2019-11-22'), NOW)).toBe(true);
  });

  it('is raised when all its entries stay for longer', () => {
    expect(restsOnLeaving(showing('2019-11-23', '2026-11-22'), NOW)).toBe(false);
  });
});
