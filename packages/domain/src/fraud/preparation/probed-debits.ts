import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import { companyStem } from './company-stem.ts';
import { firstIndexAt } from './first-index-at.ts';
import type { PreparedEntry } from './prepared-entry.ts';

export interface ProbeLimits {
  companies: CompanyTable;
  /** A probe is below this amount. */
  probeMaximumCents: Cents;
  /** A large debit is at least this. */
  largeMinimumCents: Cents;
  /** Calendar days from the probe to the debit, and the longest acquaintance with a company that is new. */
  probeDays: number;
}

/** A large debit and what came before it. */
export interface ProbedDebit {
  debit: PreparedEntry;
  /** The first probe of the days before. */
  probe: PreparedEntry;
  /** All probes under the name, in order. */
  probes: readonly PreparedEntry[];
}

/**
 * Large debits by a company that the account has known for a few days at most, after a trifle in either direction under
 * the same name or a sister's. Probe and taker are both new to the account and unknown to the institution: two shops
 * whose names begin alike prove nothing. Entries marked as account validation, returns and reversals are no probes. On
 * one day the probe may stand anywhere, unless the times say that it came later.
 */
export function probedDebits(account: AccountHistory, limits: ProbeLimits): ProbedDebit[] {
  const { probeMaximumCents, largeMinimumCents } = limits;
  // Most accounts have no trifles at all; then nobody needs to know whom they met when.
  if (!account.entries.some(({ entry }) => entry.amountCents < probeMaximumCents)) return [];
  const larges: PreparedEntry[] = [];
  const probes = new Map<string, PreparedEntry[]>();
  for (const prepared of account.entries) {
    const { amountCents, transactionType, companyKey } = prepared.entry;
    const isSmall = amountCents < probeMaximumCents;
    const isLarge = amountCents >= largeMinimumCents && transactionType === 'Debit';
    if ((!isSmall && !isLarge) || !isOfNewcomer(prepared, account, limits)) continue;
    if (isLarge) {
      larges.push(prepared);
    } else {
      const stem = companyStem(companyKey);
      const own = probes.get(stem);
      if (own === undefined) probes.set(stem, [prepared]);
      else own.push(prepared);
    }
  }
  if (probes.size === 0) return [];
  return larges.flatMap((debit) => {
    const own = probes.get(companyStem(debit.entry.companyKey));
    if (own === undefined) return [];
    const probe = firstProbeOf(debit, own, limits.probeDays);
    return probe === null ? [] : [{ debit, probe, probes: own }];
  });
}

function isOfNewcomer(
  { entry, isReturn, isReversal, isMicro }: PreparedEntry,
  account: AccountHistory,
  { companies, probeDays }: ProbeLimits,
): boolean {
  if (isReturn || isReversal || isMicro) return false;
  const met = account.companyFirstDay(entry.companyKey) ?? entry.epochDay;
  return entry.epochDay - met <= probeDays && !companies.isKnown(entry.companyKey);
}

function firstProbeOf(
  debit: PreparedEntry,
  probes: readonly PreparedEntry[],
  probeDays: number,
): PreparedEntry | null {
  const { epochDay } = debit.entry;
  const from = firstIndexAt(probes, epochDay - probeDays);
  const end = firstIndexAt(probes, epochDay + 1);
  const [first, last] = [probes[from], probes[end - 1]];
  if (from >= end || first === undefined || last === undefined) return null;
  if (comesBefore(first, debit)) return first;
  // Within a day those with a time come first, so that the last may be one without.
  return comesBefore(last, debit) ? last : null;
}

function comesBefore({ entry: probe }: PreparedEntry, { entry: debit }: PreparedEntry): boolean {
  if (probe.epochDay < debit.epochDay) return true;
  return probe.minuteOfDay === null || debit.minuteOfDay === null || probe.minuteOfDay <= debit.minuteOfDay;
}
