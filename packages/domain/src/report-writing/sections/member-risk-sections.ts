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
  /** The alert with the largest amount among the highest-risk open alerts. */
  largest: { alertId: number; activityType: string; amountCents: Cents; day: Day };
  creditCents: Cents;
  debitCents: Cents;
}

export type StrainedMember = Pick<MemberFigures, 'member' | 'incomeCents' | 'billsCents'>;

export interface MemberRisk {
  members: number;
  /** Members by current risk level, with their credits and debits in the period. */
  levels: Readonly<Record<RiskLevel, { members: number; creditCents: Cents; debitCents: Cents }>>;
  /** Members with a high- or medium-risk alert, by period. `firstTime` members had none before the period. */
  alerted: { now: number; before: number; firstTime: number };
  categories: readonly { category: string; now: number; before: number }[];
  /** The high-risk members to review first, and the IDs of their open alerts. */
  watched: readonly HighRiskMember[];
  watchedAlertIds: readonly number[];
  /** Members whose bills exceed their income (`over`), or exceed 80% but not all of it (`close`). */
  strain: { withIncome: number; over: number; close: number; first: readonly StrainedMember[] };
}

const LEVEL_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const MAX_CATEGORIES = 8;
const MAX_CHANGED_CATEGORIES = 3;
const YEAR_SOURCE = 'Credits and debits in the twelve months of the member list';

export const allMembersFact = ({ members }: MemberRisk, { scope, sheet }: ReportContext) =>
  sheet.from('Accounts in the member list', scope.asOf).count('Members', members);

const riskCount = ({ scope, sheet }: ReportContext, label: string, members: number) =>
  sheet.from('Risk level in the member list', scope.asOf).count(label, members);

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
      'Members by risk level, with their credits and debits in the period',
      ['Risk', right('Members'), right('Share'), right('Credits'), right('Debits')],
      RISK_LEVELS.toReversed().map((level) => {
        const { creditCents, debitCents } = risk.levels[level];
        const who = `members at ${level} risk`;
        const money = (direction: 'Credits' | 'Debits', cents: Cents) => {
          const source = `${direction} in the daily totals of accounts, ${who}`;
          return sheet.from(source, scope.period).money(`${direction} for ${who}`, cents);
        };
        const members = membersAtRiskFact(risk, level, context);
        const part = sheet.partOf(`Share of all members at ${level} risk`, members, all);
        const [credits, debits] = [money('Credits', creditCents), money('Debits', debitCents)];
        return [LEVEL_LABELS[level], members, part, credits, debits];
      }),
    ),
  );
}

/** Members with alerts, by alert category, compared with the previous period. */
export function riskChangesSection({ alerted, categories }: MemberRisk, context: ReportContext) {
  const { now, before, firstTime } = alerted;
  if (now === 0 && before === 0) return null;
  const { scope, sheet } = context;
  const source = 'Accounts with a high- or medium-risk alert';
  const members = pairsFrom(context, source).count('Members with alerts', now, before);
  const { count } = pairsFrom(context, `${source} in this category`);
  const shown = categories.slice(0, MAX_CATEGORIES).map((each) => ({
    name: sheet.from('Detection catalog').word('Category of alerts', each.category),
    rise: each.now - each.before,
    ...count(`Members with ${each.category} alerts`, each.now, each.before),
  }));
  const changed = (opening: string, direction: 1 | -1) => {
    const most = shown
      .filter(({ rise }) => rise * direction > 0)
      .toSorted((left, right) => direction * (right.rise - left.rise))
      .slice(0, MAX_CHANGED_CATEGORIES)
      .map((each) => prose`${each.name} (${each.now}, ${direction === 1 ? 'up' : 'down'} from ${each.before ?? ''})`);
    return most.length === 0 || !isComparable(scope) ? null : prose`${opening} ${joinWithAnd(most)}.`;
  };
  const first = sheet.from('Accounts with their first high- or medium-risk alert', scope.period);
  const firstSentence = () => {
    if (firstTime === 0) return null;
    const number = first.count('Members with their first alert', firstTime);
    if (firstTime !== now) return prose`${number} of them had no such alert before.`;
    return prose`${now === 1 ? 'The member had no such alert' : 'None of them had such an alert'} before.`;
  };
  return section(
    'What changed',
    paragraph(
      prose`${withNoun(members.now, 'member')} had high- or medium-risk alerts in the period${pairComparison(sheet, members)}.`,
      firstSentence(),
      changed('More members had alerts in', 1),
      changed('Fewer members had alerts in', -1),
    ),
    shown.length < 2
      ? null
      : table(
          'Members with high- or medium-risk alerts, by category',
          ['Category', right('Period'), right('Previous period')],
          shown.map((each) => [each.name, each.now, each.before ?? false]),
        ),
    rowChart(['Members with alerts, by category', 'bar', 'count'], shown, ({ name }) => name, {
      Period: (each) => each.now,
      'Previous period': (each) => each.before,
    }),
  );
}

export function highRiskMemberFacts(watched: HighRiskMember, { scope, sheet }: ReportContext) {
  const { openHigh, openMedium, largest, creditCents, debitCents } = watched;
  const who = maskAccount(watched.member.accountNumber);
  const open = (level: 'High' | 'Medium', count: number) =>
    sheet
      .from(`${level}-risk alerts on the account, not yet reviewed`, scope.asOf)
      .count(`Open ${level.toLowerCase()}-risk alerts for ${who}`, count);
  const alert = sheet.from(`Alert ${largest.alertId}`);
  const money = (direction: 'Credits' | 'Debits', cents: Cents) =>
    sheet.from(`${direction} in the daily totals of the account`, scope.period).money(`${direction} for ${who}`, cents);
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
    'Members to review first',
    paragraph(
      prose`The table lists members at high risk, those with the most open high-risk alerts first. The alert shown is the largest of each member’s highest-risk open alerts.`,
      rest > 0
        ? prose`${withNoun(more, 'more member is', 'more members are')} at high risk; see the member list.`
        : null,
    ),
    rowTable('Members at high risk and their open alerts', rows, [
      ['Member', ({ cells }) => cells[0]],
      ['Account', ({ cells }) => cells[1]],
      [right('Open high-risk'), ({ high }) => high],
      [right('Open medium-risk'), ({ medium }) => hasMedium && medium],
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
      each.openHigh > 0 ? withNoun(high, 'open high-risk alert') : withNoun(medium, 'open medium-risk alert');
    return prose`Fraud analysts: review ${memberPhrase(context.sheet, each.member)}, who has ${open}. Start with the alert for possible ${type}, ${amount}, dated ${day}.`;
  });
  const rest = levels.high.members - named.length;
  const others = riskCount(context, 'Members at high risk beyond those named', rest);
  const medium = membersAtRiskFact(risk, 'medium', context);
  return [
    ...named,
    watched.length > 0 && rest > 0
      ? prose`Fraud analysts: then review ${withNoun(others, 'other member')} at high risk, in the order listed.`
      : null,
    watched.length === 0 && levels.high.members > 0
      ? prose`Fraud analysts: keep monitoring the ${withNoun(membersAtRiskFact(risk, 'high', context), 'member')} at high risk, for whom no open alerts are listed.`
      : null,
    levels.medium.members === 1
      ? prose`Fraud analysts: review the open alerts for the member at medium risk; the risk level may change once they are reviewed.`
      : null,
    levels.medium.members > 1
      ? prose`Fraud analysts: review the open alerts for the ${medium} members at medium risk; their risk levels may change once the alerts are reviewed.`
      : null,
    strain.first.length > 0
      ? prose`Member services: offer budget counseling to the members whose bills exceed their income (${billsAboveIncomeFact(risk, context)}), starting with those listed.`
      : null,
  ];
}

export function riskMethod({ sheet }: ReportContext): Span[][] {
  const { count } = sheet.from('Definition of the member risk level');
  const open = count('Days for which an open high-risk alert puts the member at high risk', OPEN_HIGH_DAYS);
  const equal = 'Categories of open medium-risk alerts that equal a high-risk alert';
  const categories = count(equal, MEDIUM_CATEGORIES_FOR_HIGH);
  const kept = 'Days for which a confirmed high-risk alert keeps the member at medium risk';
  const confirmed = count(kept, CONFIRMED_HIGH_DAYS);
  return [
    prose`The risk level comes from the member list and depends only on a member’s alerts. High: an open high-risk alert from the last ${open} days, or open medium-risk alerts in ${categories} categories. Medium: any other open alert above low risk, or a confirmed high-risk alert from the last ${confirmed} days. It is the current level, not the level during the period.`,
    prose`Alerts are possible patterns found by rules, not findings of fact; staff review each alert.`,
  ];
}

/** Bills above income are a financial risk for the member, not grounds for suspicion. */
export function financialStrainSection(risk: MemberRisk, context: ReportContext): ReportSection | null {
  const { strain } = risk;
  if (strain.over === 0 && strain.close === 0) return null;
  const { scope, sheet } = context;
  const { count, money } = sheet.from(YEAR_SOURCE, scope.asOf);
  const withIncome = count('Members with income', strain.withIncome);
  const over = billsAboveIncomeFact(risk, context);
  const close = count('Members whose bills are close to their income', strain.close);
  const { share } = sheet.from('Definition of the income-to-debt ratio');
  const limit = share('Share of income above which bills are shown in red', RED_ABOVE_PERCENT / 100);
  return section(
    'Bills above income',
    paragraph(
      prose`Of ${withNoun(withIncome, 'member')} with ACH income, ${over} paid out more than they received over the year, and another ${close} paid out more than ${limit} of what they received.`,
      prose`This is not a sign of wrongdoing. These members may have other income, such as checks or cash; if not, overdrafts and late payments are likely.`,
    ),
    strain.first.length === 0
      ? null
      : table(
          'Members whose bills exceed their income by the most, in an average month of the year',
          ['Member', 'Account', right('Monthly income'), right('Monthly bills'), right('Shortfall')],
          strain.first.map(({ member, incomeCents, billsCents }) => {
            const who = maskAccount(member.accountNumber);
            const income = money(`Monthly income for ${who}`, incomeCents);
            const bills = money(`Monthly bills for ${who}`, billsCents);
            const short = sheet.difference('Bills minus income', bills, income);
            return [...memberCells(sheet, member), income, bills, short];
          }),
        ),
  );
}
