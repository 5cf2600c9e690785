import { maskAccount } from '../../members/mask-account.ts';
import type { Stated } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Contributions, Mover } from './contributions.ts';
import type { Pair } from './pair.ts';
import { pairOf } from './pair.ts';

export type Direction = keyof Contributions;
export type MoverKind = keyof Contributions['credits'];

/** A mover as facts. */
export interface StatedMover {
  mover: Mover;
  name: Stated;
  /** Masked; of members only. */
  account: Stated | null;
  amount: Pair;
  /** How much more than before; null where that cannot be said. */
  change: Stated | null;
  entries: Pair;
  days: Pair;
}

const SOURCES = {
  companies: 'in the daily totals of companies',
  members: 'in the daily totals of accounts',
  classes: 'of the entries of the ledger, by SEC code',
} as const;

export function statedMover(
  mover: Mover,
  { direction, kind }: { direction: Direction; kind: MoverKind },
  { asked, sheet }: ReportContext,
): StatedMover {
  const who =
    mover.accountNumber === null ? mover.name : `${mover.name}, ${maskAccount(mover.accountNumber)}`;
  const what = `${direction === 'credits' ? 'Credits' : 'Debits'} of ${who}`;
  const { nowCents, beforeCents, nowEntries, beforeEntries, nowDays, beforeDays } = mover;
  const counted = (of: string, now: number, before: number) =>
    pairOf(
      asked,
      { label: `${of} ${direction} of ${who}`, source: `${of} ${direction} ${SOURCES[kind]}`, now, before },
      (note, count) => sheet.count(note, count),
    );
  const amount = pairOf(
    asked,
    { label: what, source: `Sum of ${direction} ${SOURCES[kind]}`, now: nowCents, before: beforeCents },
    (note, cents) => sheet.money(note, cents),
  );
  return {
    mover,
    name: nameOf(mover, kind, sheet),
    account:
      mover.accountNumber === null
        ? null
        : sheet.account(
            { label: 'Account, masked', source: `Account of ${mover.name}` },
            maskAccount(mover.accountNumber),
          ),
    amount,
    entries: counted('Number of', nowEntries, beforeEntries),
    days: counted('Days with', nowDays, beforeDays),
    change: amount.before === null ? null : sheet.difference(`${what}, change`, amount.now, amount.before),
  };
}

function nameOf({ name }: Mover, kind: MoverKind, sheet: ReportContext['sheet']): Stated {
  if (kind === 'companies')
    return sheet.company({ label: 'Company', source: 'Company of the entries' }, name);
  if (kind === 'members')
    return sheet.member({ label: 'Member', source: 'Name of the account’s holder in the ledger' }, name);
  return sheet.word({ label: 'SEC code', source: 'Standard entry class of the batch' }, name);
}
