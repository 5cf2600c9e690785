import { meaningOf } from '../../companies/counterparty.ts';
import type { Entry } from '../entry.ts';
import { isMovable } from './entry-meaning.ts';
import { isMicro } from './is-micro.ts';
import { isReturn, returnCodeOf } from './is-return.ts';
import { isReversal } from './is-reversal.ts';
import type { EntryMarks } from './prepared-entry.ts';
import { isExemptPurpose, purposeOfCredit } from './purpose.ts';

/** Everything an entry's own text and codes say about it. */
export function marksOf(entry: Entry): EntryMarks {
  const meaning = meaningOf(entry);
  const purpose = entry.transactionType === 'Credit' ? purposeOfCredit(meaning) : null;
  return {
    isReturn: isReturn(entry),
    returnCode: returnCodeOf(entry),
    isReversal: isReversal(entry),
    isMicro: isMicro(entry),
    purpose,
    isExempt: isExemptPurpose(purpose),
    isMovable: isMovable(meaning),
  };
}
