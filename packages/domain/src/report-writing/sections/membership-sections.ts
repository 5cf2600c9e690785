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

/**
 * A first entry indicates a new member only if the ledger goes back at least this many days before the
 * period.
 */
export const NEW_AFTER_DAYS = 60;

/** Whether the ledger goes back far enough to recognize new members. */
export function canIdentifyNewMembers({ firstDay, period }: ReportScope): boolean {
  return addDays(firstDay, NEW_AFTER_DAYS) <= period.firstDay;
}

/** A company with the number of new members, or members gone quiet, that it paid. */
export interface CompanyOfNewOrQuietMembers {
  company: string;
  members: number;
}

export interface QuietMember {
  member: MemberRef;
  creditCents: Cents;
  lastDay: Day;
  /** Number of months with credits among the twelve before the period. */
  monthsActive: number;
}

/** For any ledger, active − activeBefore = newMembers + returned − quiet. */
export interface Membership {
  active: number;
  activeBefore: number;
  /** Members whose first credit or debit is in the period, and in the previous period. */
  newMembers: number;
  newMembersBefore: number;
  /** Members active in the period and earlier, but not in the previous period. */
  returned: number;
  /** Members active in the previous period but not in this one. */
  quiet: number;
  /** Credits in the period to new members, and in the previous period to members gone quiet. */
  arrivedCents: Cents;
  quietCents: Cents;
  /** Companies that paid new members, and members gone quiet, most members first. */
  arrivedThrough: readonly CompanyOfNewOrQuietMembers[];
  quietThrough: readonly CompanyOfNewOrQuietMembers[];
  quietFirst: readonly QuietMember[];
  /**
   * Months through the end of the period, oldest first. `newMembers` is not meaningful in the first months of
   * the ledger.
   */
  months: readonly { month: Month; active: number; newMembers: number }[];
}

export function membershipFacts(membership: Membership, context: ReportContext) {
  const { active, activeBefore, newMembers, newMembersBefore, returned, quiet } = membership;
  const { scope, sheet } = context;
  const actives = pairsFrom(context, 'Accounts with at least one credit or debit');
  const arrivals = pairsFrom(context, 'Accounts with their first credit or debit');
  return {
    active: actives.count('Active members', active, activeBefore),
    newMembers: arrivals.count('New members', newMembers, newMembersBefore),
    returned: sheet
      .from('Accounts active in the period and earlier, but not in the previous period', scope.period)
      .count('Members who returned after a pause', returned),
    quiet: sheet
      .from('Accounts active in the previous period but not in this one', scope.period)
      .count('Members gone quiet', quiet),
    newMemberCredits: sheet
      .from('Credits for accounts with their first entry', scope.period)
      .money('Credits for new members', membership.arrivedCents),
    quietCredits: sheet
      .from('Credits for accounts that were not active in the period', scope.previous)
      .money('Previous-period credits for members gone quiet', membership.quietCents),
  };
}

export function quietMemberFacts({ member, ...quiet }: QuietMember, { scope, sheet }: ReportContext) {
  const who = maskAccount(member.accountNumber);
  const credits = sheet.from('Credits in the daily totals of the account', scope.previous);
  const { count } = sheet.from('Daily totals of the account');
  return {
    credits: credits.money(`Credits for ${who}`, quiet.creditCents),
    months: count(`Months with credits for ${who} in the year before the period`, quiet.monthsActive),
  };
}

/** Minimum number of months with credits in a year for a member to count as regular. */
const REGULAR_MONTHS = 6;
/** A company that paid fewer new members is not worth contacting. */
const MIN_NEW_MEMBERS_OF_PAYER = 3;
/** Share of active members lost at which the report recommends an action for management. */
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
      .from('Members listed under “Who went quiet”')
      .count('Listed members gone quiet who had regular credits before', regular.length);
    const who = memberPhrase(sheet, quiet.member);
    const whom =
      regular.length === 1
        ? prose`${who}, whose regular credits stopped`
        : prose`the ${number} listed members whose regular credits stopped, starting with ${who}`;
    actions.push(
      prose`Member services: call ${whom}: ${compactWithoutSign(credits)} in credits in the previous period, and credits in ${months} months of the year before the period.`,
    );
  }
  const payer = arrivedThrough.find(({ company }) => mayBeEmployer(company));
  if (payer !== undefined && payer.members >= MIN_NEW_MEMBERS_OF_PAYER && canIdentifyNewMembers(scope)) {
    const company = sheet.entryCompany(payer.company);
    const { count } = sheet.from('Accounts with credits from the company', scope.period);
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
  const { count } = sheet.from('Accounts active in both periods');
  const stayed = count('Members active in both periods', remaining);
  const { share } = sheet.from('Members active in both periods ÷ members active in the previous period');
  const part = share('Share of active members who stayed active', remaining / activeBefore);
  return prose`${withNoun(stayed, 'member')} active in the previous period stayed active (${part}).`;
}
