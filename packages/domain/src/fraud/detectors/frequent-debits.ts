import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure } from '../figure.ts';
import { coolDays, fixedCount, ratio } from '../parameter.ts';
import { percentageChange } from '../percentage-change.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { ActiveDays, type UsualDay } from '../preparation/active-days.ts';
import { DayOrHours } from '../preparation/day-or-hours.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { moneyOut } from '../preparation/money-out.ts';
import type { PreparedEntry } from '../preparation/prepared-entry.ts';

/** The day before may lie inside the 24 hours; the normal ends before it. */
const BASELINE_SKIP_DAYS = 2;

const RULE = {
  activityType: 'frequent_debits',
  category: 'Other Patterns',
  ruleVersion: 2,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks are an option of the RDFI',
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Tazama rules 010 and 011 (number of transactions against history)',
  ],
  parameters: [
    // Never scaled: it is the institution's own number from the settings and means what it says.
    fixedCount('frequentTransactionCount', {
      default: 10,
      min: 3,
      max: 10_000,
      meaning: 'debits on one day, or within 24 hours',
    }),
    ratio('usualShare', {
      default: 0.5,
      min: 0.1,
      max: 1,
      meaning: 'share of the debits that, if usual on a day, keeps it quiet',
    }),
    ratio('highRiskRatio', {
      default: 2,
      min: 1,
      max: 100,
      meaning: 'multiple of that number for high risk',
    }),
    coolDays(7),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Crowd {
  /** Debits in the window. */
  strength: number;
  /** Whether times of day made the window: 24 hours that reach over midnight. */
  overMidnight: boolean;
  usual: UsualDay | null;
}

/**
 * Ten debits or more on one date, or within any 24 hours where the file has times, unless the account usually has at
 * least half as many on a day with debits. The half is taken of the debits that are there, not of the threshold: a shop
 * with six on a usual Friday is quiet at ten and heard at sixty. An account without debits in the time before has no usual
 * day; there the number alone decides.
 */
export const frequentDebits = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = earliestComparableDay(context);
  return history.accounts
    .flatMap((account) => crowdsOf(account, parameters, comparableFrom))
    .map((crowd) =>
      finding({
        behaviour: crowd,
        riskLevel: crowd.peak.strength >= highRiskCount(parameters) ? 'high' : 'medium',
        percentageChange: percentageChange(crowd.peak.strength, crowd.peak.usual?.count ?? null),
        description: describe(crowd),
        figures: figuresOf(crowd, parameters),
        baseline: baselineOf(crowd.first),
        wouldBeSilent: wouldBeSilent(crowd.first, parameters),
      }),
    );
});

function crowdsOf(
  account: AccountHistory,
  parameters: Parameters,
  comparableFrom: number,
): Behaviour<Crowd>[] {
  const debits = moneyOut(account);
  if (!isEverCrowded(debits, parameters.frequentTransactionCount)) return [];
  const collector = new BehaviourCollector<Crowd>(debits, parameters.coolDays);
  const window = new DayOrHours(debits);
  let activeDays: ActiveDays | null = null;
  for (let at = 0; at < debits.length; at += 1) {
    const strength = window.moveTo(at);
    const epochDay = debits[at]?.entry.epochDay ?? 0;
    if (strength < parameters.frequentTransactionCount || epochDay < comparableFrom) continue;
    activeDays ??= new ActiveDays(debits, BASELINE_SKIP_DAYS);
    const usual = activeDays.usualBefore(epochDay);
    if (usual !== null && usual.count >= parameters.usualShare * strength) continue;
    const { from, overMidnight } = window;
    collector.complete({ from, at, detail: { strength, overMidnight, usual } });
  }
  return collector.behaviours();
}

/** Whether so many debits ever fall on two days in a row: what most accounts never see, asked of each debit once. */
function isEverCrowded(debits: readonly PreparedEntry[], count: number): boolean {
  for (let at = count - 1; at < debits.length; at += 1) {
    const [first, last] = [debits[at - count + 1], debits[at]];
    if (first !== undefined && last !== undefined && last.entry.epochDay - first.entry.epochDay <= 1)
      return true;
  }
  return false;
}

function describe({ entries, amountCents, peak, trigger }: Behaviour<Crowd>): string {
  const where = peak.overMidnight ? 'within 24 hours' : 'on one day';
  const usual =
    peak.usual === null
      ? 'the account had no debits in the time before'
      : `${shown(peak.usual.count)} are usual on a day with debits`;
  const [first, last] = [entries[0]?.entry.day, entries.at(-1)?.entry.day];
  const companies = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const when = first === last ? `on ${trigger.entry.day}` : `from ${first} to ${last}`;
  return (
    `${peak.strength} debits ${where}, where ${usual}; ${formatDollars(amountCents)} in ${entries.length} debits to ` +
    `${companies} ${companies === 1 ? 'company' : 'companies'} ${when}.`
  );
}

function figuresOf({ first, peak }: Behaviour<Crowd>, parameters: Parameters): EvidenceFigure[] {
  const { strength, overMidnight, usual } = first;
  const figures = [
    countFigure({
      label: overMidnight ? 'Debits within 24 hours' : 'Debits on one day',
      value: strength,
      threshold: parameters.frequentTransactionCount,
    }),
  ];
  if (usual !== null) {
    figures.push(
      countFigure({
        label: `Usual debits on a day with debits, against ${parameters.usualShare} of these`,
        value: usual.count,
        comparison: '<',
        threshold: parameters.usualShare * strength,
      }),
    );
  }
  if (peak.strength >= highRiskCount(parameters)) {
    const threshold = highRiskCount(parameters);
    figures.push(countFigure({ label: 'High risk: most debits', value: peak.strength, threshold }));
  }
  return figures;
}

function baselineOf({ usual }: Crowd): EvidenceBaseline | null {
  if (usual === null) return null;
  return {
    label: 'Median number of debits on a day with debits',
    value: usual.count.toFixed(2),
    unit: 'count',
    firstDay: dayOf(usual.firstDay),
    lastDay: dayOf(usual.lastDay),
  };
}

function wouldBeSilent({ strength, usual, overMidnight }: Crowd, parameters: Parameters): string[] {
  const { frequentTransactionCount, usualShare } = parameters;
  const fewest = Math.max(frequentTransactionCount, Math.floor((usual?.count ?? 0) / usualShare) + 1);
  return [
    `With ${fewest - 1} debits ${overMidnight ? 'within 24 hours' : 'on the day'} instead of ${strength}.`,
    `With ${shown(usualShare * strength)} or more debits usual on a day with debits.`,
  ];
}

function highRiskCount({ frequentTransactionCount, highRiskRatio }: Parameters): number {
  return Math.ceil(frequentTransactionCount * highRiskRatio);
}

function shown(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
