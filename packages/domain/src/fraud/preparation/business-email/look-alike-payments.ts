import { dayOf } from '../../../calendar/day.ts';
import { type Cents, centsOfDollars, formatCents } from '../../../money/cents.ts';
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
import type { SuspectPayment, SuspectStatement } from './suspect-payment.ts';

/** A company is known by its last payments; more of them would cost and say nothing else. */
const PAYMENTS_OF_THE_MEDIAN = 24;

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeLookAlike(
  { entry, isExempt }: PreparedEntry,
  { lookAlikeMinimum }: BusinessEmailParameters,
): boolean {
  return isCorporate(entry) && entry.amountCents >= centsOfDollars(lookAlikeMinimum) && !isExempt;
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
  const pasts = new Map<string, { company: string; past: PastAmounts; entries: number; isListed: boolean }>();
  const names = new LookAlikeNames();
  return account.entries.flatMap((prepared) => {
    const { company, companyKey, epochDay, amountCents } = prepared.entry;
    if (prepared.isReturn || companyKey === NOBODY) return [];
    let own = pasts.get(companyKey);
    if (own === undefined) {
      own = { company, past: new PastAmounts(epochDay), entries: 0, isListed: false };
      pasts.set(companyKey, own);
    }
    own.past.turnTo(epochDay);
    own.past.add(amountCents);
    own.entries += 1;
    if (
      !own.isListed &&
      own.entries >= ESTABLISHED_ENTRIES &&
      epochDay - own.past.firstDay >= ESTABLISHED_SPAN_DAYS
    ) {
      own.isListed = true;
      names.add(companyKey);
    }
    if (!candidates.has(prepared)) return [];
    for (const key of names.resembling(companyKey)) {
      const other = pasts.get(key);
      const found = other === undefined ? null : against(prepared, other, parameters);
      if (found !== null) return [found];
    }
    return [];
  });
}

/** The company that the payment's name resembles, as it was on that day. */
interface Resembled {
  company: string;
  medianCents: Cents;
  earlier: number;
  /** Days since 1970-01-01. */
  firstDay: number;
  lastDay: number;
}

function against(
  payment: PreparedEntry,
  { company, past }: { company: string; past: PastAmounts },
  parameters: BusinessEmailParameters,
): SuspectPayment | null {
  const { epochDay, amountCents } = payment.entry;
  past.turnTo(epochDay);
  const { count: earlier, firstDay, lastDay } = past;
  if (earlier < ESTABLISHED_ENTRIES || lastDay - firstDay < ESTABLISHED_SPAN_DAYS) return null;
  const medianCents = past.recentMedianCents(PAYMENTS_OF_THE_MEDIAN);
  if (medianCents === null || amountCents < parameters.lookAlikeRatio * medianCents) return null;
  return {
    kind: 'lookAlike',
    payment,
    completedOn: epochDay,
    riskLevel: 'high',
    gone: null,
    statement: () => stated(amountCents, { company, medianCents, earlier, firstDay, lastDay }, parameters),
  };
}

function stated(
  amountCents: Cents,
  { company, medianCents, earlier, firstDay, lastDay }: Resembled,
  { lookAlikeMinimum, lookAlikeRatio }: BusinessEmailParameters,
): SuspectStatement {
  const least = Math.ceil(Math.max(centsOfDollars(lookAlikeMinimum), lookAlikeRatio * medianCents));
  return {
    signs:
      `the first under that name, which resembles ${company}, whose ${earlier} earlier payments had a median of ` +
      `${formatDollars(Math.round(medianCents))}. Possible payment under a look-alike name.`,
    figures: [
      moneyFigure({ label: 'Payment', value: amountCents, threshold: centsOfDollars(lookAlikeMinimum) }),
      ratioFigure({
        label: `Payment against the median of ${company}`,
        value: amountCents / medianCents,
        threshold: lookAlikeRatio,
      }),
      countFigure({
        label: `Earlier payments of ${company}`,
        value: earlier,
        threshold: ESTABLISHED_ENTRIES,
      }),
    ],
    facts: [
      { label: 'Resembles', value: company, unit: 'text' },
      { label: 'First payment of that company', value: dayOf(firstDay), unit: 'day' },
      { label: 'Last payment of that company', value: dayOf(lastDay), unit: 'day' },
    ],
    wouldBeSilent: [
      `With an amount below ${formatDollars(least)}.`,
      `With a name that could not be mistaken for ${company}.`,
      'With an entry of the company more than 10 days before.',
      'With a company that enough other members use to be known.',
    ],
    percentageChange: percentageChange(amountCents, medianCents),
    baseline: {
      label: `Median of the last payments of ${company}`,
      value: formatCents(Math.round(medianCents)),
      unit: 'USD',
      firstDay: dayOf(firstDay),
      lastDay: dayOf(lastDay),
    },
  };
}
