import { anEvidence } from '../../testing/api-core-fixtures.ts';
import { timelineDays } from './account-around-alert.tsx';

const [entry] = anEvidence().entries;
if (entry === undefined) throw new Error('The fixture has no entry');
const anEntry = (over: Partial<typeof entry>) => Object.assign({}, entry, over);

const range = {
  firstDay: '2026-11-09',
  lastDay: '2026-11-13',
  window: { firstDay: '2026-11-10', lastDay: '2026-11-12' },
  days: [{ day: '2026-11-12', credits: '9600.10', debits: '5.00' }],
  entries: [anEntry({ day: '2026-11-12', amount: '9500.10' })],
};

describe('alert timeline', () => {
  it('the timeline of an alert includes days without entries and marks the rule window', () => {
    const days = timelineDays(range);
    expect(days.map(({ day, isInWindow }) => `${day} ${isInWindow}`)).toEqual([
      '2026-11-09 false',
      '2026-11-10 true',
      '2026-11-11 true',
      '2026-11-12 true',
      '2026-11-13 false',
    ]);
    expect(days[0]).toMatchObject({
      credits: '0.00',
      debits: '0.00',
      markedCredits: null,
      markedDebits: null,
    });
    expect(days[3]).toMatchObject({ credits: '9600.10', debits: '5.00', markedCredits: '9500.10' });
  });

  it('the timeline of an alert sums credits and debits of the pattern separately to the cent', () => {
    const entries = [
      anEntry({ day: '2026-11-10', amount: '0.10' }),
      anEntry({ day: '2026-11-10', amount: '0.20' }),
      anEntry({ day: '2026-11-10', amount: '7.00', transactionType: 'Debit' }),
    ];
    expect(timelineDays({ ...range, entries })[1]).toMatchObject({
      markedCredits: '0.30',
      markedDebits: '7.00',
    });
  });

  it('the timeline of an alert is empty when the range ends before it starts', () => {
    expect(timelineDays({ ...range, lastDay: '2026-11-01' })).toEqual([]);
  });
});
