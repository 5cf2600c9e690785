import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { isWeekend, weekendOf } from '../../calendar/day.ts';
import { dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, BehaviorCollector, joinBehaviors } from '../behaviors.ts';
import { UNKNOWN_COMPANY_KEY } from '../company-key.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, type DetectionContext, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { countFigure, moneyFigure, shareFigure } from '../finding-evidence.ts';
import { listCompanyNames, takeoverFacts } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { outgoingDebits } from '../unfamiliar-debits.ts';

const RULE = {
  activityType: 'weekend_only',
  category: 'Account Takeover',
  ruleVersion: 2,
  sources: [
    'Federal Reserve, FedACH processing days: ACH settles on banking days only, never on Saturdays and Sundays',
    'FFIEC BSA/AML manual, Automated Clearing House: unusual volume or timing by originator',
    'FinCEN FIN-2011-A016: account takeover, activity inconsistent with the account',
  ],
  parameters: [
    count('debitCount', [3, 5, 100], 'debits of the company on weekends'),
    count('weekendCount', [2, 3, 20], 'different weekends of those'),
    days('windowDays', [14, 45, 180], 'days in which those fall, and no debit of the company on another day'),
    ratio(
      'mostWeekendShare',
      [0, 0.05, 1],
      'share of all entries of the institution on weekends above which the rule is off',
    ),
    sum('highRiskSum', [100, 2500, 10_000_000], 'total for high risk'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** Weekend debits of one company that completed the condition. */
interface Weekends {
  /** Debits in the window. */
  strength: number;
  weekends: number;
}

/**
 * A company, not known at the institution, that debits the account on Saturdays and Sundays only: five times in 45 days on
 * three weekends or more, and on no other day within them. ACH does not settle then; whoever posts on such days posts
 * outside of it. Holidays on weekdays do not count: an entry may be dated on one by whoever forgot it.
 *
 * Only debits are looked at, because weekend pay is ordinary, and only those that went through. Where more than 5 % of all
 * entries are dated on weekends the institution itself posts then, and the rule is off. Nothing here is compared with a
 * normal, so there is no warm-up.
 */
export const weekendOnly = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  if (context.weekendShare > parameters.mostWeekendShare) return [];
  return history.accounts.flatMap((account) =>
    joinBehaviors(
      companiesOnWeekends(account, parameters, context).flatMap((debits) => weekendsOf(debits, parameters)),
      parameters.coolDays,
    ).map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.amountCents >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found),
        figures: figuresOf(found, parameters, context),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: takeoverFacts(account, {
          beginsOn: found.entries[0]?.entry.epochDay ?? 0,
          companies: context.companies,
        }),
      }),
    ),
  );
});

/**
 * All debits of each company that has enough of them on weekends, on whatever day. Most accounts have no debit of an
 * unknown company on any weekend, and the rule is done with them.
 */
function companiesOnWeekends(
  account: AccountHistory,
  { debitCount }: Parameters,
  { companies }: DetectionContext,
): (readonly PreparedEntry[])[] {
  const debits = outgoingDebits(account);
  const onWeekends = new Map<string, number>();
  for (const { entry } of debits) {
    if (!isWeekend(entry.epochDay)) continue;
    onWeekends.set(entry.companyKey, (onWeekends.get(entry.companyKey) ?? 0) + 1);
  }
  const looked = new Map<string, PreparedEntry[]>();
  for (const [companyKey, number] of onWeekends) {
    if (number >= debitCount && companyKey !== UNKNOWN_COMPANY_KEY && !companies.isKnown(companyKey)) {
      looked.set(companyKey, []);
    }
  }
  if (looked.size > 0) for (const debit of debits) looked.get(debit.entry.companyKey)?.push(debit);
  return [...looked.values()];
}

function weekendsOf(debits: readonly PreparedEntry[], parameters: Parameters): Behavior<Weekends>[] {
  const onWeekends = debits.filter(({ entry }) => isWeekend(entry.epochDay));
  const otherDays = debits
    .filter(({ entry }) => !isWeekend(entry.epochDay))
    .map(({ entry }) => entry.epochDay);
  const collector = new BehaviorCollector<Weekends>(onWeekends, parameters.coolDays);
  const weekendAt = (index: number): number => weekendOf(onWeekends[index]?.entry.epochDay ?? NaN);
  let from = 0;
  let weekends = 0;
  let passed = 0;
  onWeekends.forEach(({ entry }, at) => {
    const firstDay = entry.epochDay - parameters.windowDays + 1;
    if (at === 0 || weekendAt(at) !== weekendAt(at - 1)) weekends += 1;
    for (; (onWeekends[from]?.entry.epochDay ?? Infinity) < firstDay; from += 1) {
      if (weekendAt(from) !== weekendAt(from + 1)) weekends -= 1;
    }
    while ((otherDays[passed] ?? Infinity) < entry.epochDay) passed += 1;
    const strength = at - from + 1;
    const isOnlyOnWeekends = (otherDays[passed - 1] ?? -Infinity) < firstDay;
    if (isOnlyOnWeekends && strength >= parameters.debitCount && weekends >= parameters.weekendCount) {
      collector.complete({ from, at, detail: { strength, weekends } });
    }
  });
  return collector.behaviours();
}

function describe({ entries, amountCents }: Behavior<Weekends>): string {
  const weekends = new Set(entries.map(({ entry }) => weekendOf(entry.epochDay))).size;
  return (
    `${entries.length} debits to ${listCompanyNames(entries)}, ${formatDollars(amountCents)} in all from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}, all on Saturdays and Sundays (${weekends} weekends), when ` +
    'ACH does not settle. Possible debits outside the ACH network’s schedule.'
  );
}

function figuresOf(
  { first, amountCents }: Behavior<Weekends>,
  parameters: Parameters,
  { weekendShare }: DetectionContext,
): EvidenceFigure[] {
  const { debitCount, weekendCount, windowDays, mostWeekendShare, highRiskSum } = parameters;
  const figures = [
    countFigure({
      label: `Debits on weekends within ${windowDays} days, none on other days`,
      value: first.strength,
      threshold: debitCount,
    }),
    countFigure({ label: 'Different weekends', value: first.weekends, threshold: weekendCount }),
    shareFigure({
      label: 'Share of all entries of the institution that are dated on weekends',
      value: weekendShare,
      comparison: '<=',
      threshold: mostWeekendShare,
    }),
  ];
  const threshold = dollarsToCents(highRiskSum);
  return amountCents < threshold
    ? figures
    : [...figures, moneyFigure({ label: 'High risk: total', value: amountCents, threshold })];
}

function wouldBeSilent({ strength, weekends }: Weekends, parameters: Parameters): string[] {
  const { debitCount, weekendCount, windowDays } = parameters;
  return [
    `With ${debitCount - 1} debits within ${windowDays} days instead of ${strength}.`,
    `With debits on ${weekendCount - 1} weekends instead of ${weekends}.`,
    `With a debit of the company from Monday to Friday within the ${windowDays} days.`,
    'With a company that enough other members use to be known.',
  ];
}
