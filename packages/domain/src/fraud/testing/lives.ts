import * as fc from 'fast-check';
import { addDays } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import { aHistory } from './a-history.ts';

/** The day before which nothing happens in any of them. */
export const LIVES_BEGIN = '2025-06-02';
const SENDERS = ['ACME', 'BLUE HARBOR', 'GREEN VALLEY', 'CITY WATER', 'RIVERTON SCHOOLS'];

/** Lives full of what the rules look for: bursts, amounts around the lines, two accounts, a year. */
export const lives = fc
  .array(
    fc.record({
      account: fc.constantFrom('1000000001', '1000000002'),
      day: fc.oneof(fc.nat(300), fc.integer({ min: 200, max: 215 })),
      cents: fc.oneof(fc.integer({ min: 100, max: 2_000_000 }), fc.integer({ min: 800_000, max: 1_200_000 })),
      isCredit: fc.boolean(),
      company: fc.constantFrom(...SENDERS),
    }),
    { minLength: 20, maxLength: 70 },
  )
  .map((entries) => {
    const history = aHistory();
    for (const { account, day, cents, isCredit, company } of entries) {
      const amount = formatCents(cents);
      (isCredit ? history.account(account).credit(amount) : history.account(account).debit(amount))
        .from(company)
        .on(addDays(LIVES_BEGIN, day));
    }
    return history.entries();
  });
