import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { displayName } from '@clearwatch/domain/members/member-names';

/** Whom or what a hold is on, as a person calls it. */
export function heldName({ accountNumber, member }: Pick<LegalHold, 'accountNumber' | 'member'>): string {
  if (accountNumber === null) return 'Everything';
  if (member === null) return 'Account without entries';
  const { firstName, lastName, company } = member;
  return displayName({ firstName, lastName, company, accountNumber });
}
