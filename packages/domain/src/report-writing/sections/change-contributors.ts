import type { Block } from '@clearwatch/contracts/ai-reports';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { type PeriodPair, periodPair } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import {
  paragraph,
  prose,
  right,
  type TableCell,
  type TableColumn,
  table,
  withNoun,
} from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';

/** A company, an account or a class of entries. */
export interface Contributor {
  name: string;
  accountNumber: string | null;
  nowCents: Cents;
  /** 0 as well where the period before cannot be compared. */
  beforeCents: Cents;
  nowEntries: number;
  beforeEntries: number;
  nowDays: number;
  beforeDays: number;
}

/** Who made a sum change, largest change first, and how many others changed. */
export interface Contributors {
  largest: Contributor[];
  others: number;
}

export interface DirectionContributors {
  companies: Contributors;
  members: Contributors;
  classes: Contributors;
}

export interface Contributions {
  credits: DirectionContributors;
  debits: DirectionContributors;
}

export type FlowDirection = keyof Contributions;
export type ContributorKind = keyof Contributions['credits'];

export interface ContributorFacts {
  mover: Contributor;
  name: CitedFact;
  account: CitedFact | null;
  amount: PeriodPair;
  /** How much more than before; null where that cannot be said. */
  change: CitedFact | null;
  entries: PeriodPair;
  days: PeriodPair;
}

const CONTRIBUTOR_SOURCES = {
  companies: 'in the daily totals of companies',
  members: 'in the daily totals of accounts',
  classes: 'of the entries of the ledger, by SEC code',
} as const;

export function contributorFacts(
  mover: Contributor,
  { direction, kind }: { direction: FlowDirection; kind: ContributorKind },
  { asked, sheet }: ReportContext,
): ContributorFacts {
  const who =
    mover.accountNumber === null ? mover.name : `${mover.name}, ${maskAccount(mover.accountNumber)}`;
  const what = `${direction === 'credits' ? 'Credits' : 'Debits'} of ${who}`;
  const { nowCents, beforeCents, nowEntries, beforeEntries, nowDays, beforeDays } = mover;
  const counted = (of: string, now: number, before: number) =>
    periodPair({ asked, sheet }, 'count', {
      label: `${of} ${direction} of ${who}`,
      source: `${of} ${direction} ${CONTRIBUTOR_SOURCES[kind]}`,
      now,
      before,
    });
  const amount = periodPair({ asked, sheet }, 'money', {
    label: what,
    source: `Sum of ${direction} ${CONTRIBUTOR_SOURCES[kind]}`,
    now: nowCents,
    before: beforeCents,
  });
  return {
    mover,
    name: nameOf(mover, kind, sheet),
    account:
      mover.accountNumber === null
        ? null
        : sheet.from(`Account of ${mover.name}`).account('Account, masked', maskAccount(mover.accountNumber)),
    amount,
    entries: counted('Number of', nowEntries, beforeEntries),
    days: counted('Days with', nowDays, beforeDays),
    change: amount.before === null ? null : sheet.difference(`${what}, change`, amount.now, amount.before),
  };
}

function nameOf({ name }: Contributor, kind: ContributorKind, sheet: ReportContext['sheet']): CitedFact {
  if (kind === 'companies') return sheet.from('Company of the entries').company('Company', name);
  if (kind === 'members')
    return sheet.from('Name of the account’s holder in the ledger').member('Member', name);
  return sheet.from('Standard entry class of the batch').word('SEC code', name);
}

const KIND_HEADINGS = { companies: 'Company', members: 'Member', classes: 'SEC code' } as const;
const KIND_PLURALS = { companies: 'companies', members: 'members', classes: 'SEC codes' } as const;
const KIND_SINGULARS = { companies: 'company', members: 'member', classes: 'SEC code' } as const;

/** Largest changes with their part of the whole; without a comparison the largest sums. */
export function contributorsBlocks(
  { direction, kind, most }: { direction: FlowDirection; kind: ContributorKind; most: number },
  { contributions, total }: { contributions: Contributions; total: PeriodPair },
  context: ReportContext,
): Block[] {
  const { largest, others } = contributions[direction][kind];
  const shown = largest.slice(0, most).map((mover) => contributorFacts(mover, { direction, kind }, context));
  if (shown.length === 0) return [];
  const isCompared = total.before !== null;
  const whole =
    total.before === null
      ? total.now
      : context.sheet.difference(`${total.label}, change`, total.now, total.before);
  const caption = isCompared
    ? `Largest changes in ${direction}, by ${KIND_SINGULARS[kind]}`
    : `Largest ${direction}, by ${KIND_SINGULARS[kind]}`;
  const rows = shown.map((stated) => rowOf(stated, { isCompared, kind, whole, context }));
  const left = others + largest.length - shown.length;
  const blocks = [table(caption, columnsOf(kind, isCompared), rows)];
  if (left === 0 || kind === 'classes') return blocks;
  const more = withNoun(
    context.sheet
      .from('Count beyond those listed', context.asked.period)
      .count(`Further ${KIND_PLURALS[kind]} with ${direction}`, left),
    `further ${KIND_SINGULARS[kind]}`,
    `further ${KIND_PLURALS[kind]}`,
  );
  const outweighed = isCompared && shown.some(({ mover }) => exceedsWhole(mover, whole));
  return [
    ...blocks,
    paragraph(
      isCompared ? prose`${more} changed by less.` : prose`${more} had less.`,
      outweighed ? prose`A part beyond the whole is made up for by changes the other way.` : null,
    ),
  ];
}

function columnsOf(kind: ContributorKind, isCompared: boolean): (TableColumn | string)[] {
  return [
    KIND_HEADINGS[kind],
    ...(kind === 'members' ? ['Account'] : []),
    right('Period'),
    ...(isCompared
      ? [right('Period before'), right('Change'), right('Part of the whole')]
      : [right('Part of all')]),
  ];
}

function rowOf(
  { name, account, amount, change }: ContributorFacts,
  options: { isCompared: boolean; kind: ContributorKind; whole: CitedFact; context: ReportContext },
): TableCell[] {
  const { isCompared, kind, whole, context } = options;
  const label = isCompared ? 'Part of the whole change' : 'Part of all';
  const part = context.sheet.partOf(`${label}, ${name.text}`, change ?? amount.now, whole);
  return [
    name,
    ...(kind === 'members' ? [account] : []),
    amount.now,
    ...(isCompared ? [amount.before, change] : []),
    part,
  ];
}

function exceedsWhole({ nowCents, beforeCents }: ContributorFacts['mover'], whole: CitedFact): boolean {
  return Math.abs(nowCents - beforeCents) > Math.abs(factSize(whole));
}
