import { LEAST_KEPT_YEARS } from '@clearwatch/contracts/retention/retention-periods';
import type { AuditKeys } from '../audit-keys.ts';
import { GENESIS } from '../canonical-text.ts';
import { type AuditSeal, canonicalSeal, digestOf } from '../seal/audit-seal.ts';
import { type ChainBreak, monthInWords, unknownKey } from './chain-break.ts';

/**
 * Months from the first day of a month until its events may be removed: the month itself, then the years for which the records
 * it speaks of are kept.
 */
export const retentionMonths = (keptYears: number): number => keptYears * 12 + 1;

/**
 * Checks the seals among themselves: their keys, their order without gaps, and that no month expired before its time.
 * A seal whose key has been retired is vouched for by the ones after it, so the newest must be by a key that is known.
 * @param seals oldest first
 * @param expired months, as their first days
 */
export function checkSeals(
  seals: readonly AuditSeal[],
  options: { expired: ReadonlySet<string>; keys: AuditKeys; asOf: Date },
): ChainBreak | null {
  const { expired, keys, asOf } = options;
  let previous: AuditSeal | undefined;
  for (const seal of seals) {
    const name = `The seal of ${monthInWords(seal.month)}`;
    const isRight = keys.isRight(seal.keyId, canonicalSeal(seal), seal.mac);
    if (isRight === false) return broken(seal, `${name} was altered after it was made.`);
    if (isRight === null && seal === seals.at(-1)) {
      return unknownKey(name, { seq: seal.firstSeq, keyId: seal.keyId });
    }
    if (!follows(seal, previous)) return broken(seal, `${name} does not follow the seal before it.`);
    if (seal.events !== seal.lastSeq - seal.firstSeq + 1)
      return broken(seal, `${name} was altered after it was made.`);
    if (expired.has(seal.month)) {
      if (previous !== undefined && !expired.has(previous.month)) {
        return broken(
          seal,
          `${monthInWords(seal.month)} is noted as expired, but the month before it is not.`,
        );
      }
      if (!mayHaveExpired(seal.month, { keptYears: LEAST_KEPT_YEARS, asOf })) {
        return broken(
          seal,
          `${monthInWords(seal.month)} is noted as expired, but its events are not older than ${LEAST_KEPT_YEARS} years.`,
        );
      }
    }
    previous = seal;
  }
  return null;
}

function follows(seal: AuditSeal, previous: AuditSeal | undefined): boolean {
  if (previous === undefined) {
    return seal.firstSeq === 1 && seal.previousHash === GENESIS && seal.previousSeal === GENESIS;
  }
  return (
    seal.firstSeq === previous.lastSeq + 1 &&
    seal.previousHash === previous.lastHash &&
    seal.previousSeal === digestOf(previous)
  );
}

export function mayHaveExpired(
  month: string,
  { keptYears, asOf }: { keptYears: number; asOf: Date },
): boolean {
  const from = new Date(`${month}T00:00:00Z`);
  return from.setUTCMonth(from.getUTCMonth() + retentionMonths(keptYears)) <= asOf.getTime();
}

function broken(seal: AuditSeal, sentence: string): ChainBreak {
  return { seq: seal.firstSeq, problem: 'seal', sentence };
}
