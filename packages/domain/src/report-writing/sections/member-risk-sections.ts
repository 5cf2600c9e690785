import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import {
  CONFIRMED_HIGH_DAYS,
  MEDIUM_CATEGORIES_FOR_HIGH,
  OPEN_HIGH_DAYS,
  RED_ABOVE_PERCENT,
} from '../../members/member-bands.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { comparisonPhrase, isComparable } from '../compared-facts.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { chartOf, joinWithAnd, paragraph, prose, right, section, table, withNoun } from '../report-blocks.ts';
import type { ReportContext, ReportScope } from '../report-composer.ts';
import { type MemberRef, memberCells, memberPhrase } from './member-figures.ts';

export interface HighRiskMember {
  member: MemberRef;
  openHigh: number;
  openMedium: number;
  /** The alert of the largest amount among the riskiest open ones. */
  largest: { alertId: number; activityType: string; amountCents: Cents; day: Day };
  creditCents: Cents;
  debitCents: Cents;
}

export interface StrainedMember {
  member: MemberRef;
  incomeCents: Cents;
  billsCents: Cents;
}

export interface MemberRisk {
  members: number;
  /** Members by risk level as the ledger ends, and their money in the period. */
  levels: Readonly<Record<RiskLevel, { members: number; creditCents: Cents; debitCents: Cents }>>;
  /** Members with an alert of high or medium risk dated in the period, in the one before, and for the first time. */
  alerted: { now: number; before: number; firstTime: number };
  categories: readonly { category: string; now: number; before: number }[];
  /** The first of those at high risk, and all their open alerts by id. */
  watched: readonly HighRiskMember[];
  watchedAlertIds: readonly number[];
  /** Members with income whose bills are above it (`over`), or above 80% of it (`close`, those over left out). */
  strain: { withIncome: number; over: number; close: number; first: readonly StrainedMember[] };
}

const LEVEL_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const MAX_CATEGORIES = 8;
const MAX_CHANGED_CATEGORIES = 3;

export function riskLevelsSection(
  sheet: FactSheet,
  { levels, members }: MemberRisk,
  { period, asOf }: ReportScope,
): ReportSection | null {
  if (members === 0) return null;
  const all = sheet.from('Accounts of the member list', asOf).count('Members', members);
  const rows = RISK_LEVELS.toReversed().map((level) => {
    const { members: bearers, creditCents, debitCents } = levels[level];
    const words = LEVEL_LABELS[level];
    const source = `daily totals of the accounts of members at ${level} risk`;
    const standing = sheet
      .from('Risk level of the member list', asOf)
      .count(`Members at ${level} risk`, bearers);
    return {
      words,
      standing,
      part: sheet.partOf(`Part of all members that is at ${level} risk`, standing, all),
      credits: sheet
        .from(`Credits in the ${source}`, period)
        .money(`Credits of members at ${level} risk`, creditCents),
      debits: sheet
        .from(`Debits in the ${source}`, period)
        .money(`Debits of members at ${level} risk`, debitCents),
    };
  });
  return section(
    'Risk across members',
    table(
      'Members by risk level, with the money that moved through them in the period',
      ['Risk', right('Members'), right('Part'), right('Credits'), right('Debits')],
      rows.map(({ words, standing, part, credits, debits }) => [words, standing, part, credits, debits]),
    ),
  );
}

interface ShownCategory {
  name: CitedFact;
  now: CitedFact;
  before: CitedFact;
  rise: number;
}

function firstTimeSentence({ now, firstTime }: MemberRisk['alerted'], first: CitedFact): Span[] | null {
  if (firstTime === 0) return null;
  if (firstTime === now)
    return now === 1
      ? prose`It is the member’s first such alert.`
      : prose`For all of them it is the first such alert.`;
  return prose`For ${first} of them it is the first such alert.`;
}

function changedCategories(
  shown: readonly ShownCategory[],
  opening: string,
  direction: 1 | -1,
): Span[] | null {
  const most = shown
    .filter(({ rise }) => rise * direction > 0)
    .toSorted((left, right) => direction * (right.rise - left.rise))
    .slice(0, MAX_CHANGED_CATEGORIES)
    .map(({ name, now, before }) => prose`${name} (${now} after ${before})`);
  return most.length === 0 ? null : prose`${opening} ${joinWithAnd(most)}.`;
}

export function riskChangesSection(
  sheet: FactSheet,
  data: MemberRisk,
  asked: ReportScope,
): ReportSection | null {
  const { alerted, categories } = data;
  const source = 'Accounts with an alert of high or medium risk dated';
  const now = sheet.from(source, asked.period).count('Members with alerts', alerted.now);
  const before = sheet.from(source, asked.previous).count('Members with alerts', alerted.before);
  if (alerted.now === 0 && alerted.before === 0) return null;
  const first = sheet
    .from('Accounts whose first alert of high or medium risk is dated', asked.period)
    .count('Members alerted for the first time', alerted.firstTime);
  const shown = categories.slice(0, MAX_CATEGORIES).map(({ category, ...counts }) => {
    const of = (period: ReportScope['period'], count: number) =>
      sheet.from(`${source} of this category`, period).count(`Members with ${category} alerts`, count);
    return {
      name: sheet.from('Detection catalogue').word('Category of alerts', category),
      now: of(asked.period, counts.now),
      before: of(asked.previous, counts.before),
      rise: counts.now - counts.before,
    };
  });
  const comparable = isComparable(asked);
  return section(
    'What changed',
    paragraph(
      comparable
        ? prose`Alerts of high or medium risk concern ${withNoun(now, 'member')} in the period, ${comparisonPhrase(sheet, 'Members with alerts', now, before)}.`
        : prose`Alerts of high or medium risk concern ${withNoun(now, 'member')} in the period.`,
      firstTimeSentence(alerted, first),
      comparable ? changedCategories(shown, 'More members than before have alerts of', 1) : null,
      comparable ? changedCategories(shown, 'Fewer have alerts of', -1) : null,
    ),
    shown.length < 2
      ? null
      : table(
          'Members with alerts of high or medium risk, by category',
          ['Category', right('In the period'), comparable && right('Period before')],
          shown.map(({ name, now, before }) => [name, now, comparable && before]),
        ),
    chartOf({
      title: 'Members with alerts, by category',
      type: 'bar',
      unit: 'count',
      categories: shown.map(({ name }) => name),
      series: [
        { name: 'In the period', values: shown.map(({ now }) => now) },
        ...(comparable ? [{ name: 'Period before', values: shown.map(({ before }) => before) }] : []),
      ],
    }),
  );
}

export function highRiskMemberFacts(
  sheet: FactSheet,
  watched: HighRiskMember,
  { asOf, period }: ReportScope,
) {
  const { openHigh, openMedium, largest, creditCents, debitCents } = watched;
  const of = 'of the account, not yet reviewed';
  const who = maskAccount(watched.member.accountNumber);
  return {
    high: sheet.from(`High alerts ${of}`, asOf).count(`Open high alerts of ${who}`, openHigh),
    medium: sheet.from(`Medium alerts ${of}`, asOf).count(`Open medium alerts of ${who}`, openMedium),
    type: sheet.from(`Alert ${largest.alertId}`).word('Type of alert', activityLabel(largest.activityType)),
    amount: sheet.from(`Alert ${largest.alertId}`).money('Amount of the alert', largest.amountCents),
    day: sheet.from(`Alert ${largest.alertId}`).day('Day of the alert', largest.day),
    credits: sheet
      .from('Credits in the daily totals of the account', period)
      .money(`Credits of ${who}`, creditCents),
    debits: sheet
      .from('Debits in the daily totals of the account', period)
      .money(`Debits of ${who}`, debitCents),
  };
}

export function highRiskMembersSection(
  sheet: FactSheet,
  data: MemberRisk,
  asked: ReportScope,
): ReportSection | null {
  const { watched, watchedAlertIds, levels } = data;
  if (watched.length === 0) return null;
  const hasMedium = watched.some(({ openMedium }) => openMedium > 0);
  const more = sheet
    .from('Risk level of the member list', asked.asOf)
    .count('Members at high risk beyond those listed', levels.high.members - watched.length);
  return section(
    'Members to look at first',
    paragraph(
      prose`Members at high risk, those with the most open high alerts first. The alert named is the largest of the riskiest open ones.`,
      levels.high.members > watched.length
        ? prose`${withNoun(more, 'more member is', 'more members are')} at high risk; the list of members shows them.`
        : null,
    ),
    table(
      'Members at high risk and their open alerts',
      [
        'Member',
        'Account',
        right('Open high'),
        hasMedium && right('Open medium'),
        'Possible pattern',
        right('Amount'),
        'Day',
        right('Credits'),
        right('Debits'),
      ],
      watched.map((each) => {
        const { high, medium, ...facts } = highRiskMemberFacts(sheet, each, asked);
        const { type, amount, day, credits, debits } = facts;
        const cells = memberCells(sheet, each.member);
        return [...cells, high, hasMedium && medium, type, amount, day, credits, debits];
      }),
    ),
    watchedAlertIds.length === 0 ? null : { kind: 'alerts', alertIds: [...watchedAlertIds] },
  );
}

const MAX_NAMED_MEMBERS = 3;

export function riskActions(data: MemberRisk, { asked, sheet }: ReportContext): (Span[] | null)[] {
  const { watched, levels, strain } = data;
  const named: Span[][] = watched.slice(0, MAX_NAMED_MEMBERS).map((each) => {
    const { high, medium, type, amount, day } = highRiskMemberFacts(sheet, each, asked);
    const open =
      each.openHigh > 0 ? withNoun(high, 'open high alert') : withNoun(medium, 'open medium alert');
    return prose`Fraud analysts: review ${memberPhrase(sheet, each.member)}: ${open}, first the alert for possible ${type} over ${amount} of ${day}.`;
  });
  const rest = levels.high.members - Math.min(MAX_NAMED_MEMBERS, watched.length);
  const others = sheet
    .from('Risk level of the member list', asked.asOf)
    .count('Members at high risk beyond those named', rest);
  const high = sheet
    .from('Risk level of the member list', asked.asOf)
    .count('Members at high risk', levels.high.members);
  const medium = sheet
    .from('Risk level of the member list', asked.asOf)
    .count('Members at medium risk', levels.medium.members);
  const over = sheet
    .from('Credits and debits of the twelve months that the member list covers', asked.asOf)
    .count('Members whose bills are above their income', strain.over);
  return [
    ...named,
    watched.length > 0 && rest > 0
      ? prose`Fraud analysts: then the other ${withNoun(others, 'member')} at high risk, in the order of the list.`
      : null,
    watched.length === 0 && levels.high.members > 0
      ? prose`Fraud analysts: keep watching the ${withNoun(high, 'member')} at high risk: decisions keep ${levels.high.members === 1 ? 'the member' : 'them'} there, no open alert does.`
      : null,
    levels.medium.members > 0 ? mediumRiskPhrase(levels.medium.members, medium) : null,
    strain.first.length > 0
      ? prose`Member services: offer the members whose bills are above their income (${over}) a conversation about their budget, beginning with those listed.`
      : null,
  ];
}

function mediumRiskPhrase(members: number, stated: CitedFact): Span[] {
  return members === 1
    ? prose`Fraud analysts: work the open alerts of the member at medium risk, which goes back to low, or up, once they are decided.`
    : prose`Fraud analysts: work the open alerts of the ${stated} members at medium risk; each goes back to low, or up, once its alerts are decided.`;
}

export function riskMethod(sheet: FactSheet): Span[][] {
  const source = 'Definition of the risk level of members';
  const open = sheet
    .from(source)
    .count('Days for which an open high alert makes its member high', OPEN_HIGH_DAYS);
  const categories = sheet
    .from(source)
    .count('Categories of open medium alerts that are as much as a high one', MEDIUM_CATEGORIES_FOR_HIGH);
  const confirmed = sheet
    .from(source)
    .count('Days for which a confirmed high alert keeps its member at medium', CONFIRMED_HIGH_DAYS);
  return [
    prose`The risk level is that of the member list and follows from a member’s alerts alone: high with an open high alert of the last ${open} days or open medium alerts in ${categories} categories; medium with any other open alert above low, or a high alert of the last ${confirmed} days that was confirmed. It is the level of today, not of the period.`,
    prose`Alerts are possible patterns that rules found, not findings of fact; a person decides each.`,
  ];
}

/** Bills above income: a risk for the member, not a suspicion. */
export function financialStrainSection(
  sheet: FactSheet,
  { strain }: MemberRisk,
  { asOf }: ReportScope,
): ReportSection | null {
  if (strain.over === 0 && strain.close === 0) return null;
  const of = 'Credits and debits of the twelve months that the member list covers';
  const withIncome = sheet.from(of, asOf).count('Members with income', strain.withIncome);
  const over = sheet.from(of, asOf).count('Members whose bills are above their income', strain.over);
  const close = sheet.from(of, asOf).count('Members whose bills are close to their income', strain.close);
  const limit = sheet
    .from('Definition of the income-to-debt ratio')
    .share('Part of the income above which bills are shown red', RED_ABOVE_PERCENT / 100);
  return section(
    'Bills above income',
    paragraph(
      prose`Of ${withNoun(withIncome, 'member')} with income over ACH, ${over} paid out more than came in over the year, and another ${close} more than ${limit} of it.`,
      prose`That is no sign of wrongdoing. Income may reach these members by other ways, such as checks or cash; where it does not, overdrafts and late payments follow.`,
    ),
    strain.first.length === 0
      ? null
      : table(
          'Members whose bills exceed their income by most, in an average month of the year',
          ['Member', 'Account', right('Monthly income'), right('Monthly bills'), right('Short by')],
          strain.first.map(({ member, incomeCents, billsCents }) => {
            const income = sheet
              .from(of, asOf)
              .money(`Monthly income of ${maskAccount(member.accountNumber)}`, incomeCents);
            const bills = sheet
              .from(of, asOf)
              .money(`Monthly bills of ${maskAccount(member.accountNumber)}`, billsCents);
            return [
              ...memberCells(sheet, member),
              income,
              bills,
              sheet.difference('Bills beyond the income', bills, income),
            ];
          }),
        ),
  );
}
