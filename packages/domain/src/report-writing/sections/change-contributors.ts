import type { Block } from '@clearwatch/contracts/ai-reports';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { type PeriodPair, pairsFrom } from '../compared-facts.ts';
import { type FactSheet, factSize } from '../fact-sheet.ts';
import { paragraph, right, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { prose, withNoun } from '../report-sentences.ts';

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

/** The largest contributors to a change, largest first, and the number of others. */
export interface Contributors {
  largest: Contributor[];
  others: number;
}

export type FlowDirection = 'credits' | 'debits';
export type ContributorKind = keyof typeof KINDS;
export type Contributions = Record<FlowDirection, Record<ContributorKind, Contributors>>;
export type ContributorFacts = ReturnType<typeof contributorFacts>;

export const directionNoun = (direction: FlowDirection) => (direction === 'credits' ? 'Credits' : 'Debits');

const KINDS = {
  companies: {
    heading: 'Company',
    one: 'company',
    many: 'companies',
    source: 'in the daily totals of companies',
    name: (sheet: FactSheet, name: string) => sheet.entryCompany(name),
  },
  members: {
    heading: 'Member',
    one: 'member',
    many: 'members',
    source: 'in the daily totals of accounts',
    name: (sheet: FactSheet, name: string) =>
      sheet.from('Name of the account’s holder in the ledger').member('Member', name),
  },
  classes: {
    heading: 'SEC code',
    one: 'SEC code',
    many: 'SEC codes',
    source: 'of the entries of the ledger, by SEC code',
    name: (sheet: FactSheet, name: string) =>
      sheet.from('Standard entry class of the batch').word('SEC code', name),
  },
} as const;

export function contributorFacts(
  mover: Contributor,
  { direction, kind }: { direction: FlowDirection; kind: ContributorKind },
  context: ReportContext,
) {
  const { sheet } = context;
  const { source, name } = KINDS[kind];
  const masked = mover.accountNumber === null ? null : maskAccount(mover.accountNumber);
  const who = masked === null ? mover.name : `${mover.name}, ${masked}`;
  const what = `${directionNoun(direction)} of ${who}`;
  const counted = (of: string, now: number, before: number) =>
    pairsFrom(context, `${of} ${direction} ${source}`).count(`${of} ${direction} of ${who}`, now, before);
  const accounts = sheet.from(`Account of ${mover.name}`);
  const amounts = pairsFrom(context, `Sum of ${direction} ${source}`);
  const amount = amounts.money(what, mover.nowCents, mover.beforeCents);
  return {
    mover,
    name: name(sheet, mover.name),
    account: masked === null ? null : accounts.account('Account, masked', masked),
    amount,
    entries: counted('Number of', mover.nowEntries, mover.beforeEntries),
    days: counted('Days with', mover.nowDays, mover.beforeDays),
    change: amount.before && sheet.difference(`${what}, change`, amount.now, amount.before),
  };
}

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
  const whole =
    total.before === null ? total.now : sheet.difference(`${total.label}, change`, total.now, total.before);
  const rows = shown.map(({ name, account, amount, change }) => {
    const label = `${isCompared ? 'Part of the whole change' : 'Part of all'}, ${name.text}`;
    const part = sheet.partOf(label, change ?? amount.now, whole);
    const compared = [isCompared && amount.before, isCompared && change];
    return [name, kind === 'members' && account, amount.now, ...compared, part];
  });
  const blocks = [
    table(
      `Largest ${isCompared ? 'changes in ' : ''}${direction}, by ${one}`,
      [
        heading,
        'Account',
        ...['Period', 'Period before', 'Change', isCompared ? 'Part of the whole' : 'Part of all'].map(right),
      ],
      rows,
    ),
  ];
  const left = others + largest.length - shown.length;
  if (left === 0 || kind === 'classes') return blocks;
  const counts = sheet.from('Count beyond those listed', scope.period);
  const count = counts.count(`Further ${many} with ${direction}`, left);
  const more = withNoun(count, `further ${one}`, `further ${many}`);
  const isOutweighed =
    isCompared &&
    shown.some(({ mover }) => Math.abs(mover.nowCents - mover.beforeCents) > Math.abs(factSize(whole)));
  return [
    ...blocks,
    paragraph(
      prose`${more} ${isCompared ? 'changed by' : 'had'} less.`,
      isOutweighed ? prose`A part beyond the whole is made up for by changes the other way.` : null,
    ),
  ];
}
