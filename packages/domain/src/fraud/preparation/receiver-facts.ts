import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import type { DatedEntry } from '../entry.ts';
import type { AccountHistory } from './account-history.ts';
import { receiverNames } from './receiver-names.ts';

/** An analyst compares with a handful of names; an account that has more is a clearing account. */
const MOST_NAMES = 5;

/**
 * What an analyst of a payment that may have been misdirected asks first (detection catalogue, section 6): for whom the
 * entry was, whose account it is, of which class it was and what it said.
 *
 * @param knownUntil last day (since 1970-01-01) on which a name must have been seen to be one of the account's
 */
export function receiverFacts(
  account: AccountHistory,
  { entry, knownUntil }: { entry: DatedEntry; knownUntil: number },
): EvidenceFact[] {
  const names = receiverNames(account).seenUntil(knownUntil, MOST_NAMES);
  return [
    { label: 'Receiver name on the entry', value: entry.receiverName ?? 'none', unit: 'text' },
    {
      label: 'Names on the account before',
      value: names.length === 0 ? 'none' : names.join(', '),
      unit: 'text',
    },
    { label: 'SEC code', value: entry.class ?? 'none', unit: 'text' },
    { label: 'Entry description', value: entry.entryDescription ?? 'none', unit: 'text' },
    { label: 'Addenda', value: entry.addenda ?? 'none', unit: 'text' },
  ];
}
