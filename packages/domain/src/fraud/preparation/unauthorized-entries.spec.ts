import { epochDay } from '../../calendar/day.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { unauthorizedEntries } from './unauthorized-entries.ts';

const { companies } = aContext({ sprays: ['SUDDEN'] });

/** What of a history nobody authorized, each entry with what it is; null for nothing. */
function unauthorized(history: HistoryBuilder): string[] | null {
  const [account] = history.build().accounts;
  if (account === undefined) return null;
  const found = unauthorizedEntries(account, { codes: new Set(['R10']), companies, sprayDays: 45 });
  return (
    found?.entries.map((prepared) => {
      const day = prepared.entry.epochDay - epochDay('2026-03-02');
      const what = found.returns.has(prepared)
        ? 'return'
        : found.sprayed.has(prepared)
          ? 'sprayed'
          : 'sent back';
      return `${day} ${what}`;
    }) ?? null
  );
}

const sprayed = () => aHistory().debit('20.00').from('SUDDEN').on('2026-03-02');

describe('what nobody authorized', () => {
  test('debits of a spray, until 45 days after its first on the account', () => {
    expect(unauthorized(sprayed().debit('20.00').from('SUDDEN').on('2026-04-16', '2026-04-17'))).toEqual([
      '0 sprayed',
      '45 sprayed',
    ]);
    expect(unauthorized(aHistory().debit('20.00').from('OTHER').on('2026-03-02'))).toBeNull();
  });

  test('neither what a spray pays in nor what comes back for another reason', () => {
    expect(unauthorized(aHistory().credit('20.00').from('SUDDEN').on('2026-03-02'))).toBeNull();
    expect(unauthorized(sprayed().credit('20.00').from('SUDDEN').on('2026-03-03'))).toEqual(['0 sprayed']);
    const noFunds = sprayed()
      .debit('20.00')
      .from('SUDDEN')
      .withCode('26')
      .withAddenda('R01')
      .on('2026-03-04');
    expect(unauthorized(noFunds)).toEqual(['0 sprayed']);
    expect(unauthorized(aHistory().debit('20.00').withCode('26').on('2026-03-04'))).toBeNull();
  });

  test('returns for one of the codes, with the debits that they send back', () => {
    const history = aHistory()
      .debit('20.00')
      .from('TAKER')
      .on('2026-03-02', '2026-03-03')
      .debit('20.00')
      .from('TAKER');
    expect(unauthorized(history.withCode('26').withAddenda('R10 NOT AUTHORIZED').on('2026-03-05'))).toEqual([
      '1 sent back',
      '3 return',
    ]);
    const late = aHistory()
      .debit('20.00')
      .from('TAKER')
      .on('2026-03-02')
      .debit('20.00')
      .from('TAKER')
      .withCode('26');
    const sentBackOn = (day: string) => unauthorized(late.withAddenda('R10').on(day));
    expect(sentBackOn('2026-05-11')).toEqual(['0 sent back', '70 return']);
    expect(sentBackOn('2026-05-12')).toEqual(['71 return']);
  });
});
