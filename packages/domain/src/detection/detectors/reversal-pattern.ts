import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { entryMeaningOf } from '../../companies/counterparty.ts';
import { isLender } from '../../companies/entry-purposes.ts';
import { formatDollars } from '../../money/cents.ts';
import { type EntryPair, pairEvidence, repeatedPairs } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount } from '../detector.ts';
import { normalizeText } from '../entry-meaning.ts';
import { figure } from '../finding-evidence.ts';
import { countFact, dayRange, listCompanyNames, pluralize } from '../finding-facts.ts';
import { type AccountHistory, isMoneyIn, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';

const REFUND_WORDS = /\b(?:REFUNDS?|RFND|CREDIT MEMO|RTN|RETURNS?|CASH ?BACK|REBATE)\b/;
/** Wage and cash advances are paid out and repaid in the same amount. */
const ADVANCE_WORDS = /\b(?:ADV|ADVANCES?|LOANS?|DAILYPAY|PAYACTIV)\b/;

/** Returns pairs in order of completion. Each entry is paired with the oldest unpaired match. The minimum is in cents. */
export function reversalPairs(
  account: AccountHistory,
  companies: CompanyTable,
  { minimum, pairDays }: Record<'minimum' | 'pairDays', number>,
): EntryPair[] {
  const candidates = account.entries.filter(
    ({ entry, isReturn, isMicro }) => entry.amountCents >= minimum && !isReturn && !isMicro,
  );
  const payers = new Set(candidates.filter(isMoneyIn).map(({ entry }) => entry.companyKey));
  const inBothDirections = new Set(
    candidates
      .filter((prepared) => !isMoneyIn(prepared) && payers.has(prepared.entry.companyKey))
      .map(({ entry }) => entry.companyKey),
  );
  if (inBothDirections.size === 0) return [];
  const open = new Map<string, { entries: PreparedEntry[]; next: number }>();
  return candidates.flatMap((closing): EntryPair[] => {
    const { companyKey, amountCents, epochDay } = closing.entry;
    if (!inBothDirections.has(companyKey)) return [];
    const waiting = getOrAdd(open, `${amountCents} ${companyKey}`, () => ({ entries: [], next: 0 }));
    while ((waiting.entries[waiting.next]?.entry.epochDay ?? Infinity) < epochDay - pairDays) waiting.next += 1;
    const opening = waiting.entries[waiting.next];
    if (opening === undefined || isMoneyIn(opening) === isMoneyIn(closing)) {
      waiting.entries.push(closing);
      return [];
    }
    waiting.next += 1;
    const pair = { opening, closing };
    return isMeaningfulPair(pair, companies) ? [pair] : [];
  });
}

/** Without the word REVERSAL, these pairs are ordinary: wallets and transfers, refunds, and wages or cash advanced until payday. */
function isMeaningfulPair({ opening, closing }: EntryPair, companies: CompanyTable): boolean {
  if (opening.isReversal || closing.isReversal) return true;
  if (opening.isMovable || closing.isMovable) return false;
  const credit = isMoneyIn(opening) ? opening : closing;
  // The order of entries within a day is unknown.
  const mayBeRefund = credit === closing || opening.entry.epochDay === closing.entry.epochDay;
  if (mayBeRefund && companies.isKnown(credit.entry.companyKey)) return false;
  if (isLender(entryMeaningOf(credit.entry).kind)) return false;
  const words = normalizeText(`${credit.entry.company} ${credit.entry.entryDescription ?? ''}`);
  return !REFUND_WORDS.test(words) && !ADVANCE_WORDS.test(words);
}

/**
 * A single reversal corrects an error, even if it affects many accounts. The rule needs no baseline, so it also works during the warm-up.
 */
export const reversalPattern = defineDetector({
  activityType: 'reversal_pattern',
  category: 'Kiting & Manipulation',
  ruleVersion: 4,
  sources: [
    'Nacha Operating Rules, reversing entries: the word REVERSAL, same company, SEC code and amount, within 5 banking days after the settlement of the entry in error',
    'Nacha Operating Rules, improper reversals (2021): a reversal for any reason other than an error is improper',
    'Tazama rules 006, 008 and 021 (similar amounts)',
  ],
  parameters: [
    fixedAmount(
      'minimum',
      [1, 1, 1000],
      'Minimum amount counted; smaller entries are account validations',
      'with $1, a $0.50 entry is not counted',
    ),
    days(
      'pairDays',
      [1, 9, 30],
      'Maximum days from an entry to its opposite',
      'with 9, paid on March 1 and taken back by March 10',
    ),
    count(
      'pairs',
      [2, 3, 50],
      'Number of pairs that raises an alert',
      'with 3, three credits that were taken back in full',
    ),
    days(
      'windowDays',
      [14, 60, 180],
      'Number of days within which the pairs must be completed',
      'with 60, about two months',
    ),
    count(
      'highRiskPairs',
      [2, 4, 100],
      'Minimum number of pairs in one window for high risk',
      'with 4, four pairs in 60 days',
    ),
    // Set by the Nacha rules, not by the institution.
    days(
      'reversalBankingDays',
      [5, 5, 5],
      'Banking days in which Nacha allows a reversal',
      'with 5, from Monday to the next Monday',
    ),
    deduplicationWindow(45),
  ],

  find({ account, context, parameters }) {
    return repeatedPairs(reversalPairs(account, context.companies, parameters), parameters);
  },

  explain({ entries, pairs, first, peak }, { parameters }) {
    const { windowDays, pairDays, highRiskPairs, reversalBankingDays } = parameters;
    const fewer = parameters.pairs - 1;
    const { mostDays, facts, partOf } = pairEvidence(pairs, describePair);
    const named = pairs.filter(({ opening, closing }) => opening.isReversal || closing.isReversal).length;
    const late = pairs.filter((pair) => pair.closing.isReversal && bankingDaysOf(pair) > reversalBankingDays);
    return {
      // Counts the amount of each pair once, not twice.
      counts: isMoneyIn,
      description:
        `${pairs.length} pairs of opposite entries (same company, same amount) by ${listCompanyNames(entries)} totaled ` +
        `${formatDollars(sumOfEntries(pairs.map(({ opening }) => opening)))} ${dayRange(entries)}. ` +
        `Labeled as reversals: ${named === 0 ? 'none' : named}` +
        `${late.length === 0 ? '' : `. Reversed after five banking days: ${late.length}`}. Possible misuse of reversals.`,
      figures: [
        figure.count([first.strength, '>=', parameters.pairs], `Pairs completed within ${windowDays} days`),
        figure.count([mostDays, '<=', pairDays], 'Most days between the entries of a pair'),
      ],
      highRiskFigures: [
        figure.count(
          [Math.max(...late.map(bankingDaysOf), 0), '>', reversalBankingDays],
          'banking days until the latest reversal',
        ),
        figure.count([peak.strength, '>=', highRiskPairs], `pairs in the busiest ${windowDays} days`),
      ],
      wouldBeSilent: [
        `Only ${pluralize(fewer, 'such pair')} within ${windowDays} days instead of ${first.strength}.`,
        `More than ${pairDays} days between the entries in all but ${fewer} of the ${pairs.length} pairs.`,
        `Different amounts in all but ${fewer} of the pairs.`,
      ],
      facts: [
        countFact('Pairs labeled as reversals', named),
        countFact('Reversals after five banking days', late.length),
        ...facts,
      ],
      partOf,
    };
  },
});

function bankingDaysOf({ opening, closing }: EntryPair): number {
  return bankingDaysBetween(opening.entry.day, closing.entry.day);
}

function describePair(pair: EntryPair): string {
  const { entry } = pair.opening;
  const [first, then] = isMoneyIn(pair.opening) ? ['paid', 'taken back'] : ['taken', 'paid back'];
  return (
    `${formatDollars(entry.amountCents)} ${first} by ${entry.company} on ${entry.day} and ${then} on ` +
    `${pair.closing.entry.day}, after ${pluralize(bankingDaysOf(pair), 'banking day')}`
  );
}
