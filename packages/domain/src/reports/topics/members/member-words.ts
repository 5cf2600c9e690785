import type { Span } from '@clearwatch/contracts/reports/report-document';
import { maskAccount } from '../../../members/mask-account.ts';
import type { FactSheet, Stated } from '../../fact-sheet.ts';
import { prose } from '../../prose.ts';

/** An account and the name that a person reads for it (`displayName`). */
export interface MemberRef {
  accountNumber: string;
  name: string;
}

/** The name, and the end of the account number, which tells namesakes apart. */
export function memberCells(sheet: FactSheet, { accountNumber, name }: MemberRef): [Stated, Stated] {
  const masked = maskAccount(accountNumber);
  const source = `Members of the ledger, the account that ends in ${masked.slice(-4)}`;
  return [
    sheet.member({ label: 'Name of the member', source }, name),
    sheet.account({ label: 'Account number, its end', source }, masked),
  ];
}

/** "Ana Sample (***0001)". */
export function memberWords(sheet: FactSheet, member: MemberRef): Span[] {
  const [name, account] = memberCells(sheet, member);
  return prose`${name} (${account})`;
}
