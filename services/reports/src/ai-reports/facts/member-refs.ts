import { displayName } from '@clearwatch/domain/members/member-names';
import type { MemberRef } from '@clearwatch/domain/report-writing/sections/member-figures';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { LedgerFacts } from './ledger-facts.ts';

/** The members of these accounts as people read them; an account that no member has is called by its number. */
export async function memberRefs(
  ledger: LedgerFacts,
  accounts: readonly string[],
): Promise<(accountNumber: string) => MemberRef> {
  const rows =
    accounts.length === 0
      ? []
      : await ledger.rows(
          `SELECT account_number, first_name, last_name, company FROM ledger.members WHERE account_number = ANY ($1)`,
          [[...new Set(accounts)]],
        );
  const names = new Map(rows.map((row) => [textOf(row, 'account_number'), nameOf(row)]));
  return (accountNumber) => ({
    accountNumber,
    name:
      names.get(accountNumber) ??
      displayName({ firstName: null, lastName: null, company: null, accountNumber }),
  });
}

function nameOf(row: Row): string {
  return displayName({
    firstName: textOf(row, 'first_name'),
    lastName: textOf(row, 'last_name'),
    company: textOf(row, 'company'),
    accountNumber: textOf(row, 'account_number'),
  });
}
