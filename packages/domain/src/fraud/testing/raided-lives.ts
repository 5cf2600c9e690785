import * as fc from 'fast-check';
import { addDays } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import { aHistory } from './a-history.ts';
import { LIVES_BEGIN } from './lives.ts';

/** Names in families, as of those who probe under one and take under another. */
const GRABBERS = Array.from({ length: 30 }, (_, number) => `GRABBER ${number % 10} NO ${number}`);

/**
 * Lives in which many companies help themselves: quiet accounts of a year with a crowd of debits by companies that come
 * up once or twice, most of them within two weeks, some by night, some returned, some after a trifle.
 */
export const raidedLives = fc
  .array(
    fc.record({
      account: fc.constantFrom('1000000001', '1000000001', '1000000002'),
      day: fc.oneof(
        { weight: 1, arbitrary: fc.integer({ min: 70, max: 300 }) },
        { weight: 2, arbitrary: fc.integer({ min: 200, max: 214 }) },
      ),
      cents: fc.oneof(
        fc.integer({ min: 5, max: 499 }),
        fc.integer({ min: 2_000, max: 60_000 }),
        fc.integer({ min: 50_000, max: 300_000 }),
      ),
      isCredit: fc.constantFrom(true, false, false, false),
      company: fc.constantFrom(...GRABBERS),
      minute: fc.constantFrom(null, null, 130, 700),
      addenda: fc.constantFrom(null, null, null, null, null, 'R10 NOT AUTHORIZED', 'R01 NO FUNDS'),
      class: fc.constantFrom('PPD', 'WEB', 'TEL'),
    }),
    { minLength: 15, maxLength: 60 },
  )
  .map((entries) => {
    const history = aHistory();
    for (const account of ['1000000001', '1000000002']) {
      history
        .account(account)
        .debit('80.00')
        .from('CITY WATER')
        .on(LIVES_BEGIN)
        .again({ times: 10, everyDays: 30 });
    }
    for (const { account, day, cents, isCredit, company, minute, addenda, class: secCode } of entries) {
      const amount = formatCents(cents);
      (isCredit ? history.account(account).credit(amount) : history.account(account).debit(amount))
        .from(company)
        .ofClass(secCode)
        .on(addDays(LIVES_BEGIN, day));
      if (minute !== null) history.atMinute(minute);
      if (addenda !== null) history.withAddenda(addenda);
    }
    return history.entries();
  });
