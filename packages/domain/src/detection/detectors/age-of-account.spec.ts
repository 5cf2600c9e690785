import type { Detector } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory } from '../testing/history-builder.ts';
import { accountTakeover } from './account-takeover.ts';
import { multipleCompanies } from './multiple-companies.ts';
import { newCompanies } from './new-companies.ts';

/** An account opened on January 2, 2026, with five $600 debits by unknown companies on one day. */
function suspiciousDebitsOn(day: string) {
  const history = aHistory().debit('20.00').from('CITY WATER').on('2026-01-02');
  for (let number = 1; number <= 5; number += 1) history.debit('600.00').from(`STRANGER ${number}`).on(day);
  return history.build();
}

describe('rules with a minimum account age', () => {
  test.each<[string, Detector]>([
    ['account takeover', accountTakeover],
    ['new companies', newCompanies],
    ['multiple companies', multipleCompanies],
  ])(
    'rules with a minimum account age include %s, which checks a 60-day-old account but not a 59-day-old one',
    (_, rule) => {
      const context = aContext({ known: ['CITY WATER'] });
      expect(rule.detect(suspiciousDebitsOn('2026-03-02'), context)).toEqual([]);
      expect(rule.detect(suspiciousDebitsOn('2026-03-03'), context)).toHaveLength(1);
    },
  );
});
