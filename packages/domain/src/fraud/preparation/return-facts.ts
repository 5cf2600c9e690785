import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { returnReasonOf } from '../../nacha/codes/return-reasons.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Which reasons entries came back for, one fact for each code, in order of the first of each. */
export function returnFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const returns = Map.groupBy(
    entries.filter(({ returnCode }) => returnCode !== null),
    ({ returnCode }) => returnCode ?? '',
  );
  return [...returns].map(([code, own]) => ({
    label: own.length === 1 ? 'Return code' : `Return code of ${own.length} returns`,
    value: `${code}: ${returnReasonOf(code)?.title ?? 'no reason known'}`,
    unit: 'text',
  }));
}
