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
import { isComparable, pairComparison, pairsFrom } from '../compared-facts.ts';
import { paragraph, right, rowChart, rowTable, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, withNoun } from '../report-sentences.ts';
import { type MemberFigures, type MemberRef, memberCells, memberPhrase } from './member-figures.ts';

export interface HighRiskMember {
  member: MemberRef;
  openHigh: number;
  openMedium: number;
  /** The alert of the largest amount among the riskiest open ones. */
  largest: { alertId: number; activityType: string; amountCents: Cents; day: Day };
  creditCents: Cents;
  debitCents: Cents;
}

export type StrainedMember = Pick<MemberFigures, 'member' | 'incomeCents' | 'billsCents'>;

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
const YEAR_SOURCE = 'Credits and debits of the twelve months that the member list covers';

export const allMembersFact = ({ members }: MemberRisk, { scope, sheet }: ReportContext) =>
  sheet.from('Accounts of the member list', scope.asOf).count('Members', members);

const riskCount = ({ scope, sheet }: ReportContext, label: string, members: number) =>
  sheet.from('Risk level of the member list', scope.asOf).count(label, members);

export const membersAtRiskFact = ({ levels }: MemberRisk, level: RiskLevel, context: ReportContext) =>
  riskCount(context, `Members at ${level} risk`, levels[level].members);

export const billsAboveIncomeFact = ({ strain }: MemberRisk, { scope, sheet }: ReportContext) =>
  sheet.from(YEAR_SOURCE, scope.asOf).count('Members whose bills are above their income', strain.over);

export function riskLevelsSection(risk: MemberRisk, context: ReportContext): ReportSection | null {
  if (risk.members === 0) return null;
  const { scope, sheet } = context;
  const all = allMembersFact(risk, context);
  return section(
    'Risk across members',
    table(
      'Members by risk level, with the money that moved through them in the period',
      ['Risk', right('Members'), right('Part'), right('Credits'), right('Debits')],
      RISK_LEVELS.toReversed().map((level) => {
        const { creditCents, debitCents } = risk.levels[level];
        const who = `members at ${level} risk`;
        const money = (direction: 'Credits' | 'Debits', cents: Cents) => {
          const source = `${direction} in the daily totals of the accounts of ${who}`;
          return sheet.from(source, scope.period).money(`${direction} of ${who}`, cents);
        };
        const members = membersAtRiskFact(risk, level, context);
        const part = sheet.partOf(`Part of all members that is at ${level} risk`, members, all);
        const [credits, debits] = [money('Credits', creditCents), money('Debits', debitCents)];
        return [LEVEL_LABELS[level], members, part, credits, debits];
      }),
    ),
  );
}

/** Members with alerts and the categories of these alerts, compared with the period before. */
export function riskChangesSection({ alerted, categories }: MemberRisk, context: ReportContext) {
  const { now, before, firstTime } = alerted;
  if (now === 0 && before === 0) return null;
  const { scope, sheet } = context;
  const source = 'Accounts with an alert of high or medium risk dated';
  const members = pairsFrom(context, source).count('Members with alerts', now, before);
  const { count } = pairsFrom(context, `${source} of this category`);
  const shown = categories.slice(0, MAX_CATEGORIES).map((each) => ({
    name: sheet.from('Detection catalogue').word('Category of alerts', each.category),
    rise: each.now - each.before,
    ...count(`Members with ${each.category} alerts`, each.now, each.before),
  }));
  const changed = (opening: string, direction: 1 | -1) => {
    const most = shown
      .filter(({ rise }) => rise * direction > 0)
      .toSorted((left, right) => direction * (right.rise - left.rise))
      .slice(0, MAX_CHANGED_CATEGORIES)
      .map((each) => prose`${each.name} (${each.now} after ${each.before ?? ''})`);
    return most.length === 0 || !isComparable(scope) ? null : prose`${opening} ${joinWithAnd(most)}.`;
  };
  const first = sheet.from('Accounts whose first alert of high or medium risk is dated', scope.period);
  const firstSentence = () => {
    if (firstTime === 0) return null;
    const number = first.count('Members alerted for the first time', firstTime);
    if (firstTime !== now) return prose`For ${number} of them it is the first such alert.`;
    return prose`${now === 1 ? 'It is the member’s' : 'For all of them it is the'} first such alert.`;
  };
  return section(
    'What changed',
    paragraph(
      prose`Alerts of high or medium risk concern ${withNoun(members.now, 'member')} in the period${pairComparison(sheet, members)}.`,
      firstSentence(),
      changed('More members than before have alerts of', 1),
      changed('Fewer have alerts of', -1),
    ),
    shown.length < 2
      ? null
      : table(
          'Members with alerts of high or medium risk, by category',
          ['Category', right('In the period'), right('Period before')],
          shown.map((each) => [each.name, each.now, each.before ?? false]),
        ),
    rowChart(['Members with alerts, by category', 'bar', 'count'], shown, ({ name }) => name, {
      'In the period': (each) => each.now,
      'Period before': (each) => each.before,
    }),
  );
}

export function highRiskMemberFacts(watched: HighRiskMember, { scope, sheet }: ReportContext) {
  const { openHigh, openMedium, largest, creditCents, debitCents } = watched;
  const who = maskAccount(watched.member.accountNumber);
  const open = (level: 'High' | 'Medium', count: number) =>
    sheet
      .from(`${level} alerts of the account, not yet reviewed`, scope.asOf)
      .count(`Open ${level.toLowerCase()} alerts of ${who}`, count);
  const alert = sheet.from(`Alert ${largest.alertId}`);
  const money = (direction: 'Credits' | 'Debits', cents: Cents) =>
    sheet
      .from(`${direction} in the daily totals of the account`, scope.period)
      .money(`${direction} of ${who}`, cents);
  return {
    high: open('High', openHigh),
    medium: open('Medium', openMedium),
    type: alert.word('Type of alert', activityLabel(largest.activityType)),
    amount: alert.money('Amount of the alert', largest.amountCents),
    day: alert.day('Day of the alert', largest.day),
    credits: money('Credits', creditCents),
    debits: money('Debits', debitCents),
  };
}

export function highRiskMembersSection(
  { watched, watchedAlertIds, levels }: MemberRisk,
  context: ReportContext,
): ReportSection | null {
  if (watched.length === 0) return null;
  const hasMedium = watched.some(({ openMedium }) => openMedium > 0);
  const rest = levels.high.members - watched.length;
  const more = riskCount(context, 'Members at high risk beyond those listed', rest);
  const rows = watched.map((each) => ({
    ...highRiskMemberFacts(each, context),
    cells: memberCells(context.sheet, each.member),
  }));
  return section(
    'Members to look at first',
    paragraph(
      prose`Members at high risk, those with the most open high alerts first. The alert named is the largest of the riskiest open ones.`,
      rest > 0
        ? prose`${withNoun(more, 'more member is', 'more members are')} at high risk; the list of members shows them.`
        : null,
    ),
    rowTable('Members at high risk and their open alerts', rows, [
      ['Member', ({ cells }) => cells[0]],
      ['Account', ({ cells }) => cells[1]],
      [right('Open high'), ({ high }) => high],
      [right('Open medium'), ({ medium }) => hasMedium && medium],
      ['Possible pattern', ({ type }) => type],
      [right('Amount'), ({ amount }) => amount],
      ['Day', ({ day }) => day],
      [right('Credits'), ({ credits }) => credits],
      [right('Debits'), ({ debits }) => debits],
    ]),
    watchedAlertIds.length === 0 ? null : { kind: 'alerts', alertIds: [...watchedAlertIds] },
  );
}

const MAX_NAMED_MEMBERS = 3;

export function riskActions(risk: MemberRisk, context: ReportContext): (Span[] | null)[] {
  const { watched, levels, strain } = risk;
  const named = watched.slice(0, MAX_NAMED_MEMBERS).map((each) => {
    const { high, medium, type, amount, day } = highRiskMemberFacts(each, context);
    const open =
      each.openHigh > 0 ? withNoun(high, 'open high alert') : withNoun(medium, 'open medium alert');
    return prose`Fraud analysts: review ${memberPhrase(context.sheet, each.member)}: ${open}, first the alert for possible ${type} over ${amount} of ${day}.`;
  });
  const rest = levels.high.members - named.length;
  const others = riskCount(context, 'Members at high risk beyond those named', rest);
  const medium = membersAtRiskFact(risk, 'medium', context);
  return [
    ...named,
    watched.length > 0 && rest > 0
      ? prose`Fraud analysts: then the other ${withNoun(others, 'member')} at high risk, in the order of the list.`
      : null,
    watched.length === 0 && levels.high.members > 0
      ? prose`Fraud analysts: keep watching the ${withNoun(membersAtRiskFact(risk, 'high', context), 'member')} at high risk: decisions keep ${levels.high.members === 1 ? 'the member' : 'them'} there, no open alert does.`
      : null,
    levels.medium.members === 1
      ? prose`Fraud analysts: work the open alerts of the member at medium risk, which goes back to low, or up, once they are decided.`
      : null,
    levels.medium.members > 1
      ? prose`Fraud analysts: work the open alerts of the ${medium} members at medium risk; each goes back to low, or up, once its alerts are decided.`
      : null,
    strain.first.length > 0
      ? prose`Member services: offer the members whose bills are above their income (${billsAboveIncomeFact(risk, context)}) a conversation about their budget, beginning with those listed.`
      : null,
  ];
}

export function riskMethod({ sheet }: ReportContext): Span[][] {
  const { count } = sheet.from('Definition of the risk level of members');
  const open = count('Days for which an open high alert makes its member high', OPEN_HIGH_DAYS);
  const equal = 'Categories of open medium alerts that are as much as a high one';
  const categories = count(equal, MEDIUM_CATEGORIES_FOR_HIGH);
  const kept = 'Days for which a confirmed high alert keeps its member at medium';
  const confirmed = count(kept, CONFIRMED_HIGH_DAYS);
  return [
    prose`The risk level is that of the member list and follows from a member’s alerts alone: high with an open high alert of the last ${open} days or open medium alerts in ${categories} categories; medium with any other open alert above low, or a high alert of the last ${confirmed} days that was confirmed. It is the level of today, not of the period.`,
    prose`Alerts are possible patterns that rules found, not findings of fact; a person decides each.`,
  ];
}

/** Bills above income: a risk for the member, not a suspicion. */
export function financialStrainSection(risk: MemberRisk, context: ReportContext): ReportSection | null {
  const { strain } = risk;
  if (strain.over === 0 && strain.close === 0) return null;
  const { scope, sheet } = context;
  const { count, money } = sheet.from(YEAR_SOURCE, scope.asOf);
  const withIncome = count('Members with income', strain.withIncome);
  const over = billsAboveIncomeFact(risk, context);
  const close = count('Members whose bills are close to their income', strain.close);
  const { share } = sheet.from('Definition of the income-to-debt ratio');
  const limit = share('Part of the income above which bills are shown red', RED_ABOVE_PERCENT / 100);
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
            const who = maskAccount(member.accountNumber);
            const income = money(`Monthly income of ${who}`, incomeCents);
            const bills = money(`Monthly bills of ${who}`, billsCents);
            const short = sheet.difference('Bills beyond the income', bills, income);
            return [...memberCells(sheet, member), income, bills, short];
          }),
        ),
  );
}
