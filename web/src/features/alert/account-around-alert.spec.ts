import { anEvidence } from '../../testing/api-core-fixtures.ts';
import { timelineDays } from './account-around-alert.tsx';

const [entry] = anEvidence().entries;
if (entry === undefined) throw new Error('The evidence has an entry');
const anEntry = (over: Partial<typeof entry>) => Object.assign({}, entry, over);

const stretch = {
  firstDay: '2026-11-09',
  lastDay: '2026-11-13',
  window: { firstDay: '2026-11-10', lastDay: '2026-11-12' },
  days: [{ day: '2026-11-12', credits: '9600.10', debits: '5.00' }],
  entries: [anEntry({ day: '2026-11-12', amount: '9500.10' })],
};

describe('the days around a window', () => {
  it('are all there, those without money too, and the window is known', () => {
    const days = timelineDays(stretch);
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

  it('tell credits and debits of the pattern apart and sum them to the cent', () => {
    const entries = [
      anEntry({ day: '2026-11-10', amount: '0.10' }),
      anEntry({ day: '2026-11-10', amount: '0.20' }),
      anEntry({ day: '2026-11-10', amount: '7.00', transactionType: 'Debit' }),
    ];
    expect(timelineDays({ ...stretch, entries })[1]).toMatchObject({
      markedCredits: '0.30',
      markedDebits: '7.00',
    });
  });

  it('of a stretch that ends before it begins are none', () => {
    expect(timelineDays({ ...stretch, lastDay: '2026-11-01' })).toEqual([]);
  });
});
