import type { Block } from '@clearwatch/contracts/ai-reports';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { type PeriodPair, periodPair } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { paragraph, right, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { prose, withNoun } from '../report-sentences.ts';

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

export type ContributorFacts = ReturnType<typeof contributorFacts>;

export const directionNoun = (direction: FlowDirection) => (direction === 'credits' ? 'Credits' : 'Debits');

const CONTRIBUTOR_SOURCES = {
  companies: 'in the daily totals of companies',
  members: 'in the daily totals of accounts',
  classes: 'of the entries of the ledger, by SEC code',
} as const;

export function contributorFacts(
  mover: Contributor,
  { direction, kind }: { direction: FlowDirection; kind: ContributorKind },
  context: ReportContext,
) {
  const { sheet } = context;
  const { nowCents, beforeCents, nowEntries, beforeEntries, nowDays, beforeDays } = mover;
  const masked = mover.accountNumber === null ? null : maskAccount(mover.accountNumber);
  const who = masked === null ? mover.name : `${mover.name}, ${masked}`;
  const what = `${directionNoun(direction)} of ${who}`;
  const counted = (of: string, now: number, before: number) =>
    periodPair(context, 'count', {
      label: `${of} ${direction} of ${who}`,
      source: `${of} ${direction} ${CONTRIBUTOR_SOURCES[kind]}`,
      now,
      before,
    });
  const amount = periodPair(context, 'money', {
    label: what,
    source: `Sum of ${direction} ${CONTRIBUTOR_SOURCES[kind]}`,
    now: nowCents,
    before: beforeCents,
  });
  return {
    mover,
    name: nameOf(mover, kind, sheet),
    account:
      masked === null ? null : sheet.from(`Account of ${mover.name}`).account('Account, masked', masked),
    amount,
    entries: counted('Number of', nowEntries, beforeEntries),
    days: counted('Days with', nowDays, beforeDays),
    change: amount.before === null ? null : sheet.difference(`${what}, change`, amount.now, amount.before),
  };
}

function nameOf({ name }: Contributor, kind: ContributorKind, sheet: ReportContext['sheet']): CitedFact {
  if (kind === 'companies') return sheet.entryCompany(name);
  if (kind === 'members')
    return sheet.from('Name of the account’s holder in the ledger').member('Member', name);
  return sheet.from('Standard entry class of the batch').word('SEC code', name);
}

const KINDS = {
  companies: { heading: 'Company', one: 'company', many: 'companies' },
  members: { heading: 'Member', one: 'member', many: 'members' },
  classes: { heading: 'SEC code', one: 'SEC code', many: 'SEC codes' },
} as const;

/** Largest changes with their part of the whole; without a comparison the largest sums. */
export function contributorsBlocks(
  { direction, kind, most }: { direction: FlowDirection; kind: ContributorKind; most: number },
  { contributions, total }: { contributions: Contributions; total: PeriodPair },
  context: ReportContext,
): Block[] {
  const { sheet, scope } = context;
  const { largest, others } = contributions[direction][kind];
  const shown = largest.slice(0, most).map((mover) => contributorFacts(mover, { direction, kind }, context));
  if (shown.length === 0) return [];
  const { heading, one, many } = KINDS[kind];
  const isCompared = total.before !== null;
  const isOfMembers = kind === 'members';
  const whole =
    total.before === null ? total.now : sheet.difference(`${total.label}, change`, total.now, total.before);
  const rows = shown.map(({ name, account, amount, change }) => {
    const label = `${isCompared ? 'Part of the whole change' : 'Part of all'}, ${name.text}`;
    const part = sheet.partOf(label, change ?? amount.now, whole);
    return [
      name,
      isOfMembers && account,
      amount.now,
      isCompared && amount.before,
      isCompared && change,
      part,
    ];
  });
  const blocks = [
    table(
      isCompared ? `Largest changes in ${direction}, by ${one}` : `Largest ${direction}, by ${one}`,
      [
        heading,
        isOfMembers && 'Account',
        right('Period'),
        isCompared && right('Period before'),
        isCompared && right('Change'),
        right(isCompared ? 'Part of the whole' : 'Part of all'),
      ],
      rows,
    ),
  ];
  const left = others + largest.length - shown.length;
  if (left === 0 || kind === 'classes') return blocks;
  const count = sheet
    .from('Count beyond those listed', scope.period)
    .count(`Further ${many} with ${direction}`, left);
  const more = withNoun(count, `further ${one}`, `further ${many}`);
  const wholeSize = Math.abs(factSize(whole));
  const outweighed =
    isCompared && shown.some(({ mover }) => Math.abs(mover.nowCents - mover.beforeCents) > wholeSize);
  return [
    ...blocks,
    paragraph(
      isCompared ? prose`${more} changed by less.` : prose`${more} had less.`,
      outweighed ? prose`A part beyond the whole is made up for by changes the other way.` : null,
    ),
  ];
}
