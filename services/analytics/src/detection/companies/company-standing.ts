import { isSpray } from '@clearwatch/domain/companies/debit-spray';
import { isKnownCompany } from '@clearwatch/domain/detection/company-table';
import type { CompanyRow } from './company-rows.ts';

/** What rules take a company for. */
export interface CompanyStanding {
  isKnown: boolean;
  isSpray: boolean;
}

/** The standing of a company that the institution uses so, in a ledger of so many accounts that begins on that day. */
export function standingOf(
  company: CompanyRow,
  ledger: { ledgerAccounts: number; ledgerFirstDay: string },
): CompanyStanding {
  const { firstDay, debitedAccounts, debitedAtOnce } = company;
  return {
    isKnown: isKnownCompany(company, ledger.ledgerAccounts),
    isSpray:
      firstDay !== null &&
      isSpray({
        firstDay,
        ledgerFirstDay: ledger.ledgerFirstDay,
        accounts: debitedAccounts,
        accountsAtOnce: debitedAtOnce,
      }),
  };
}
