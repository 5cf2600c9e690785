import type { Span } from '@clearwatch/contracts/ai-reports';
import { addDays, type Day, type Month } from '../../calendar/day.ts';
import { mayBeEmployer } from '../../companies/counterparty.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { differenceFact, isComparable, pairsFrom } from '../compared-facts.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext, ReportScope } from '../report-composer.ts';
import { compactWithoutSign, prose, withNoun } from '../report-sentences.ts';
import { type MemberRef, memberPhrase } from './member-figures.ts';

/** The ledger must reach back this many days before a period to call a first entry a new member. */
export const NEW_AFTER_DAYS = 60;

/** Whether the ledger reaches far enough back to recognize new members. */
export function canIdentifyNewMembers({ firstDay, period }: ReportScope): boolean {
  return addDays(firstDay, NEW_AFTER_DAYS) <= period.firstDay;
}

/** A company with the number of new, or quiet, members it paid. */
export interface CompanyOfNewOrQuietMembers {
  company: string;
  members: number;
}

export interface QuietMember {
  member: MemberRef;
  creditCents: Cents;
  lastDay: Day;
  /** Of the twelve months before the period, those with credits. */
  monthsActive: number;
}

/** active − activeBefore = arrived + returned − quiet, for any ledger. */
export interface Membership {
  active: number;
  activeBefore: number;
  /** Members whose first entry that moved money is in the period, and in the previous one. */
  newMembers: number;
  newMembersBefore: number;
  /** Active in the period and earlier, but not in the previous period. */
  returned: number;
  /** Active in the previous period but not in this one. */
  quiet: number;
  /** Credits of new members in the period; credits of quiet members in the previous one. */
  arrivedCents: Cents;
  quietCents: Cents;
  /** Companies that paid new members, and quiet members; most members first. */
  arrivedThrough: readonly CompanyOfNewOrQuietMembers[];
  quietThrough: readonly CompanyOfNewOrQuietMembers[];
  quietFirst: readonly QuietMember[];
  /** Up to the end of the period, oldest first; `newMembers` means nothing in the first months of the ledger. */
  months: readonly { month: Month; active: number; newMembers: number }[];
}

export function membershipFacts(membership: Membership, context: ReportContext) {
  const { active, activeBefore, newMembers, newMembersBefore, returned, quiet } = membership;
  const { scope, sheet } = context;
  const actives = pairsFrom(context, 'Accounts with at least one credit or debit');
  const arrivals = pairsFrom(context, 'Accounts whose first credit or debit is dated');
  return {
    active: actives.count('Active members', active, activeBefore),
    newMembers: arrivals.count('New members', newMembers, newMembersBefore),
    returned: sheet
      .from('Accounts with money in the period and earlier, but not in the previous period', scope.period)
      .count('Members who returned after a pause', returned),
    quiet: sheet
      .from('Accounts with money in the previous period and none', scope.period)
      .count('Members gone quiet', quiet),
    newMemberCredits: sheet
      .from('Credits of accounts whose first entry is dated', scope.period)
      .money('Credits of new members', membership.arrivedCents),
    quietCredits: sheet
      .from('Credits of accounts without money in the period', scope.previous)
      .money('Previous-period credits of members gone quiet', membership.quietCents),
  };
}

export function quietMemberFacts({ member, ...quiet }: QuietMember, { scope, sheet }: ReportContext) {
  const who = maskAccount(member.accountNumber);
  const credits = sheet.from('Credits in the daily totals of the account', scope.previous);
  const { count } = sheet.from('Daily totals of the account');
  return {
    credits: credits.money(`Credits of ${who}`, quiet.creditCents),
    months: count(`Months with credits of ${who} in the year before the period`, quiet.monthsActive),
  };
}

/** Members with credits in at least this many months of the year count as regular. */
const REGULAR_MONTHS = 6;
/** A company is worth contacting when it pays this many new members. */
const MIN_NEW_MEMBERS_OF_PAYER = 3;
/** Loss of active members, as a share, from which the report advises management. */
const NOTABLE_CHANGE_SHARE = 0.05;

export function growthActions(membership: Membership, context: ReportContext): Span[][] {
  const { quietFirst, arrivedThrough, active, activeBefore } = membership;
  const { scope, sheet } = context;
  const actions: Span[][] = [];
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MONTHS);
  const [quiet] = regular;
  if (quiet !== undefined && isComparable(scope)) {
    const { credits, months } = quietMemberFacts(quiet, context);
    const number = sheet
      .from('Members listed under Who went quiet')
      .count('Listed members gone quiet with regular credits before', regular.length);
    const who = memberPhrase(sheet, quiet.member);
    const whom =
      regular.length === 1
        ? prose`${who}, whose regular credits stopped`
        : prose`the ${number} listed members whose regular credits stopped, starting with ${who}`;
    actions.push(
      prose`Member services: call ${whom}: ${compactWithoutSign(credits)} of credits in the previous period, and credits in ${months} months of the year before the period.`,
    );
  }
  const payer = arrivedThrough.find(({ company }) => mayBeEmployer(company));
  if (payer !== undefined && payer.members >= MIN_NEW_MEMBERS_OF_PAYER && canIdentifyNewMembers(scope)) {
    const company = sheet.entryCompany(payer.company);
    const { count } = sheet.from('Accounts with credits of the company', scope.period);
    const members = count(`New members paid, ${payer.company}`, payer.members);
    actions.push(
      prose`Business development: ${company} paid ${withNoun(members, 'new member')}, the most of any likely employer; ask whether it would recommend the credit union to its other staff.`,
    );
  }
  if (isComparable(scope) && (activeBefore - active) / activeBefore >= NOTABLE_CHANGE_SHARE) {
    const { now, before } = membershipFacts(membership, context).active;
    actions.push(
      prose`Management: find out why fewer members are active than in the previous period (${now}, down from ${before ?? ''}); start with the companies that paid the members who went quiet.`,
    );
  }
  return actions;
}

export function membershipChangeSection(membership: Membership, context: ReportContext) {
  const { active, newMembers, returned, quiet } = membershipFacts(membership, context);
  if (active.before === null) return null;
  const isNewKnown = canIdentifyNewMembers(context.scope);
  return section(
    'What changed, and why',
    paragraph(sumSentence(membership, context)),
    table(
      'Change in active members from the previous period',
      ['Step', right('Members')],
      [
        ['Active in the previous period', active.before],
        [`${isNewKnown ? 'New: first' : 'First'} entry in the period`, newMembers.now],
        ['Returned after a pause', returned],
        ['Went quiet', quiet],
        ['Active in the period', active.now],
        ['Difference', differenceFact(context.sheet, active)],
      ],
    ),
  );
}

function sumSentence({ activeBefore, quiet }: Membership, { sheet }: ReportContext): Span[] {
  if (activeBefore === 0) return prose`No members were active in the previous period.`;
  const remaining = activeBefore - quiet;
  const { count } = sheet.from('Accounts with money in both periods');
  const stayed = count('Members active in both periods', remaining);
  const { share } = sheet.from('Members active in both periods ÷ active before');
  const part = share('Share of active members who stayed active', remaining / activeBefore);
  return prose`${withNoun(stayed, 'member')} stayed active from the previous period (${part}).`;
}
