import { formatDollars } from '../../money/cents.ts';
import { joinBehaviors } from '../behaviors.ts';
import { defineDetector } from '../define-detector.ts';
import { days, deduplicationWindow, dormancy, fixedCount, sum } from '../detector.ts';
import { entriesBetween } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { dayRange, describeEntry, listCompanyNames, pluralize, textFact } from '../finding-facts.ts';
import { isMoneyIn, type PreparedEntry, sumOfEntries } from '../member-history.ts';

/**
 * Seasonal pay and tax refunds reactivate accounts all the time, so explained entries do not count. The inactive days lie within the
 * ledger, so no warm-up is needed.
 */
export const dormantReactivation = defineDetector({
  activityType: 'dormant_reactivation',
  category: 'Dormant Account Activity',
  ruleVersion: 4,
  sources: [
    'FFIEC BSA/AML manual, appendix F: an account with little activity may suddenly experience large deposit and withdrawal activity',
    'Tazama rules 003 and 004 (dormancy of 3, 6 and 12 months)',
  ],
  parameters: [
    dormancy(
      'silentDays',
      [60, 120, 1095],
      'Days without any entry',
      'with 120, an entry on January 1 and the next on May 1',
    ),
    days('windowDays', [1, 7, 30], 'Number of days checked, starting with the next entry', 'with 7, May 1 to 7'),
    sum(
      'unexplainedSum',
      [100, 1000, 1_000_000],
      'Minimum total of unexplained entries on those days',
      'with $1,000, two debits of $600',
    ),
    fixedCount(
      'firstMet',
      [1, 1, 10],
      'Minimum number of unexplained entries from companies new to the account',
      'with 1, one debit by a new company',
    ),
    days(
      'highRiskSilentDays',
      [60, 180, 1095],
      'Minimum days without any entry for high risk',
      'with 180, about six months',
    ),
    sum(
      'highRiskSum',
      [500, 5000, 10_000_000],
      'Minimum alert total for high risk',
      'with $5,000, an alert of $5,200 is high risk',
    ),
    deduplicationWindow(60),
  ],

  find({ account, context: { companies }, parameters }) {
    const { entries } = account;
    const behaviors = entries.flatMap((first, at) => {
      const before = entries[at - 1];
      const firstDay = first.entry.epochDay;
      if (before === undefined || firstDay - before.entry.epochDay < parameters.silentDays) return [];
      const isNew = ({ entry }: PreparedEntry) => (account.companyFirstDays.get(entry.companyKey) ?? 0) >= firstDay;
      const unexplained = entriesBetween(entries, firstDay, firstDay + parameters.windowDays - 1).filter((prepared) => {
        const { entry, isExempt, isOriginal, isMicro, isMovable } = prepared;
        if (isExempt || !isOriginal || isMicro) return false;
        return isMovable || (isNew(prepared) && !companies.isKnown(entry.companyKey));
      });
      const firstMet = unexplained.filter(isNew);
      const amountCents = sumOfEntries(unexplained);
      const [trigger] = unexplained;
      if (trigger === undefined || amountCents < parameters.unexplainedSum) return [];
      if (firstMet.length < parameters.firstMet) return [];
      const silentDays = firstDay - before.entry.epochDay;
      const match = { strength: amountCents, before, silentDays, unexplained, firstMet };
      return [{ trigger, entries: unexplained, amountCents, first: match, peak: match }];
    });
    return joinBehaviors(behaviors, parameters.coolDays);
  },

  explain({ entries, amountCents, first }, { parameters }) {
    const { silentDays, windowDays, unexplainedSum, highRiskSilentDays, highRiskSum } = parameters;
    const { before, strength, unexplained, firstMet } = first;
    return {
      description:
        `The account had no entries for ${first.silentDays} days after ${before.entry.day}. Then ` +
        `${pluralize(entries.length, 'entry', 'entries')} from ${listCompanyNames(entries)} totaled ` +
        `${formatDollars(amountCents)} ${dayRange(entries)}. Possible use of a dormant account by someone else.`,
      figures: [
        figure.days([first.silentDays, '>=', silentDays], 'Days without any entry'),
        figure.money([strength, '>=', unexplainedSum], `Unexplained entries within ${windowDays} days`),
        figure.count([firstMet.length, '>=', parameters.firstMet], 'Entries from companies new to the account'),
      ],
      highRiskFigures: [
        figure.days([first.silentDays, '>=', highRiskSilentDays], 'days without any entry'),
        figure.money([amountCents, '>=', highRiskSum], 'total'),
      ],
      wouldBeSilent: [
        `An entry in between, so that fewer than ${silentDays} days passed without one.`,
        `A total below ${formatDollars(unexplainedSum)} within ${windowDays} days instead of ${formatDollars(strength)}.`,
        'Only companies that had entries on the account before the inactive period.',
        unexplained.every(isMoneyIn)
          ? 'Credits described as pay, benefits, a tax refund, a loan, a claim or a distribution.'
          : null,
      ],
      facts: [
        textFact('Last entry before the inactive period', `${describeEntry(before)} on ${before.entry.day}`),
        textFact('Companies new to the account', listCompanyNames(firstMet) || 'none'),
      ],
    };
  },
});
