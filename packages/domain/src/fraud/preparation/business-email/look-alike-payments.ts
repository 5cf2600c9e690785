import { dayOf } from '../../../calendar/day.ts';
import type { Cents } from '../../../money/cents.ts';
import { formatDollars } from '../../../money/format-dollars.ts';
import { countFigure, moneyFigure, ratioFigure } from '../../figure.ts';
import { percentageChange } from '../../percentage-change.ts';
import type { AccountHistory } from '../account-history.ts';
import { ESTABLISHED_ENTRIES, ESTABLISHED_SPAN_DAYS } from '../familiarity.ts';
import { LookAlikeNames } from '../look-alike-names.ts';
import { NOBODY } from '../nobody.ts';
import { PastAmounts } from '../past-amounts.ts';
import type { PreparedEntry } from '../prepared-entry.ts';
import { isCorporate } from './is-corporate.ts';
import type { BusinessEmailParameters } from './parameters.ts';
import type { SuspectPayment } from './suspect-payment.ts';

/** A company is known by its last payments; more of them would cost and say nothing else. */
const PAYMENTS_OF_THE_MEDIAN = 24;

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeLookAlike(
  { entry, isExempt }: PreparedEntry,
  { lookAlikeMinimum }: BusinessEmailParameters,
): boolean {
  return isCorporate(entry) && entry.amountCents >= lookAlikeMinimum * 100 && !isExempt;
}

/**
 * Corporate payments, in either direction, of a company that is new to the account and could be mistaken for one it has
 * dealt with for long, larger than that one's usual. Companies that the institution knows are who they say they are; the
 * caller leaves them out.
 *
 * @param candidates payments that `mayBeLookAlike`, in the order of the account
 */
export function lookAlikePayments(
  account: AccountHistory,
  candidates: ReadonlySet<PreparedEntry>,
  parameters: BusinessEmailParameters,
): SuspectPayment[] {
  if (candidates.size === 0) return [];
  const pasts = new Map<string, { company: string; past: PastAmounts; entries: number }>();
  const names = new LookAlikeNames();
  return account.entries.flatMap((prepared) => {
    const { company, companyKey, epochDay, amountCents } = prepared.entry;
    if (prepared.isReturn || companyKey === NOBODY) return [];
    let own = pasts.get(companyKey);
    if (own === undefined) {
      own = { company, past: new PastAmounts(epochDay), entries: 0 };
      pasts.set(companyKey, own);
    }
    own.past.turnTo(epochDay);
    own.past.add(amountCents);
    own.entries += 1;
    if (own.entries === ESTABLISHED_ENTRIES) names.add(companyKey);
    if (!candidates.has(prepared)) return [];
    for (const key of names.resembling(companyKey)) {
      const other = pasts.get(key);
      const found = other === undefined ? null : against(prepared, other, parameters);
      if (found !== null) return [found];
    }
    return [];
  });
}

function against(
  payment: PreparedEntry,
  { company, past }: { company: string; past: PastAmounts },
  { lookAlikeMinimum, lookAlikeRatio }: BusinessEmailParameters,
): SuspectPayment | null {
  const { epochDay, amountCents } = payment.entry;
  past.turnTo(epochDay);
  if (past.count < ESTABLISHED_ENTRIES || past.lastDay - past.firstDay < ESTABLISHED_SPAN_DAYS) return null;
  const medianCents = past.recentMedianCents(PAYMENTS_OF_THE_MEDIAN);
  if (medianCents === null || amountCents < lookAlikeRatio * medianCents) return null;
  const usual = formatDollars(Math.round(medianCents));
  return {
    kind: 'lookAlike',
    payment,
    completedOn: epochDay,
    riskLevel: 'high',
    signs:
      `the first under that name, which resembles ${company}, whose ${past.count} earlier payments had a median of ` +
      `${usual}. Possible payment under a look-alike name.`,
    figures: [
      moneyFigure({ label: 'Payment', value: amountCents, threshold: lookAlikeMinimum * 100 }),
      ratioFigure({
        label: `Payment against the median of ${company}`,
        value: amountCents / medianCents,
        threshold: lookAlikeRatio,
      }),
      countFigure({
        label: `Earlier payments of ${company}`,
        value: past.count,
        threshold: ESTABLISHED_ENTRIES,
      }),
    ],
    facts: [
      { label: 'Resembles', value: company, unit: 'text' },
      { label: 'First payment of that company', value: dayOf(past.firstDay), unit: 'day' },
      { label: 'Last payment of that company', value: dayOf(past.lastDay), unit: 'day' },
    ],
    wouldBeSilent: silence(Math.max(lookAlikeMinimum * 100, lookAlikeRatio * medianCents), company),
    percentageChange: percentageChange(amountCents, medianCents),
    gone: null,
  };
}

function silence(least: Cents, company: string): string[] {
  return [
    `With an amount below ${formatDollars(Math.ceil(least))}.`,
    `With a name that could not be mistaken for ${company}.`,
    'With an entry of the company more than 10 days before.',
    'With a company that enough other members use to be known.',
  ];
}
