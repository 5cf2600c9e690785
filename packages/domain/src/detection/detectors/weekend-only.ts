import { isWeekend, weekendOf } from '../../calendar/day.ts';
import { formatDollars } from '../../money/cents.ts';
import { joinBehaviors } from '../behaviors.ts';
import { UNKNOWN_COMPANY_KEY } from '../company-key.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { companyOf, EntryWindow } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { dayRange, listCompanyNames, pluralize, takeoverFacts } from '../finding-facts.ts';
import { outgoingDebits, type PreparedEntry } from '../member-history.ts';

const isOnWeekend = ({ entry }: PreparedEntry): boolean => isWeekend(entry.epochDay);
const weekendOfEntry = ({ entry }: PreparedEntry): number => weekendOf(entry.epochDay);

/**
 * The rule needs no baseline, so it also works during the warm-up. Holidays do not count, because an originator may have overlooked one.
 */
export const weekendOnly = defineDetector({
  activityType: 'weekend_only',
  category: 'Account Takeover',
  ruleVersion: 4,
  sources: [
    'Federal Reserve, FedACH processing days: ACH settles on banking days only, never on Saturdays or Sundays',
    'FFIEC BSA/AML manual, Automated Clearing House: unusual volume or timing by originator',
    'FinCEN FIN-2011-A016: account takeover, activity inconsistent with the account',
  ],
  parameters: [
    count(
      'debitCount',
      [3, 5, 100],
      'Number of weekend debits by one company that raises an alert',
      'with 5, five debits on Saturdays and Sundays',
    ),
    count(
      'weekendCount',
      [2, 3, 20],
      'Minimum number of different weekends with those debits',
      'with 3, three weekends in March',
    ),
    days(
      'windowDays',
      [14, 45, 180],
      'Number of days within which those debits occur, without any from Monday to Friday',
      'with 45, March 1 to April 14',
    ),
    ratio(
      'mostWeekendShare',
      [0, 0.05, 1],
      "The rule is off if more than this share of all the institution's entries are on weekends",
      'with 0.05, six of 100 entries',
    ),
    sum(
      'highRiskSum',
      [100, 2500, 10_000_000],
      'Minimum alert total for high risk',
      'with $2,500, an alert of $2,600 is high risk',
    ),
    deduplicationWindow(30),
  ],

  find({ account, parameters, context: { companies, weekendShare }, collect }) {
    const { debitCount, weekendCount, windowDays, mostWeekendShare, coolDays } = parameters;
    if (weekendShare > mostWeekendShare) return [];
    const debits = outgoingDebits(account);
    const weekendDebits = debits.filter(isOnWeekend);
    if (weekendDebits.length < debitCount) return [];
    const suspects = [...Map.groupBy(weekendDebits, companyOf)].filter(
      ([key, own]) => own.length >= debitCount && key !== UNKNOWN_COMPANY_KEY && !companies.isKnown(key),
    );
    if (suspects.length === 0) return [];
    const byCompany = Map.groupBy(debits, companyOf);
    const behaviors = suspects.flatMap(([key, onWeekends]) => {
      const window = new EntryWindow(windowDays, weekendOfEntry);
      const otherDays = (byCompany.get(key) ?? []).filter((debit) => !isOnWeekend(debit));
      let passed = 0;
      return collect(onWeekends, (debit) => {
        const { epochDay } = debit.entry;
        window.add(debit);
        while ((otherDays[passed]?.entry.epochDay ?? Infinity) < epochDay) passed += 1;
        const lastOtherDay = otherDays[passed - 1]?.entry.epochDay ?? -Infinity;
        if (lastOtherDay > epochDay - windowDays) return null;
        if (window.count < debitCount || window.distinct < weekendCount) return null;
        return { from: window.firstIndex, strength: window.count, weekends: window.distinct };
      });
    });
    return joinBehaviors(behaviors, coolDays);
  },

  explain({ entries, amountCents, first }, { account, parameters, context: { companies, weekendShare } }) {
    const { debitCount, weekendCount, windowDays, mostWeekendShare } = parameters;
    const { strength, weekends } = first;
    return {
      description:
        `${entries.length} debits to ${listCompanyNames(entries)} totaled ${formatDollars(amountCents)} ` +
        `${dayRange(entries)}, all on Saturdays and Sundays (${pluralize(new Set(entries.map(weekendOfEntry)).size, 'weekend')}). ` +
        'ACH does not settle on weekends. Possible debits outside the ACH schedule.',
      figures: [
        figure.count([strength, '>=', debitCount], `Debits on weekends within ${windowDays} days, none on other days`),
        figure.count([weekends, '>=', weekendCount], 'Different weekends'),
        figure.share(
          [weekendShare, '<=', mostWeekendShare],
          'Share of all the institution’s entries that are dated on weekends',
        ),
      ],
      highRiskFigures: [figure.money([amountCents, '>=', parameters.highRiskSum], 'total')],
      wouldBeSilent: [
        `Only ${pluralize(debitCount - 1, 'debit')} within ${windowDays} days instead of ${strength}.`,
        `Debits on only ${pluralize(weekendCount - 1, 'weekend')} instead of ${weekends}.`,
        `A debit by the company from Monday to Friday within the ${windowDays} days.`,
        'A company that many members use.',
      ],
      facts: takeoverFacts(account, { behavior: entries, companies }),
    };
  },
});
