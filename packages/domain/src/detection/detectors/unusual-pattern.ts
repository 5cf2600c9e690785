import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, formatDollars } from '../../money/cents.ts';
import { type Behavior, behaviorsOfHits, type Hit } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { isCardPayment } from '../entry-meaning.ts';
import {
  countFigure,
  moneyBaseline,
  moneyFigure,
  percentageChange,
  ratioFigure,
} from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { PastCompanyAmounts } from '../past-amounts.ts';

const RULE = {
  activityType: 'unusual_pattern',
  category: 'Other Patterns',
  ruleVersion: 2,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): anomaly detection and behavioural tolerances are options of the RDFI',
    'FFIEC BSA/AML manual, appendix F: transactions inconsistent with the customer’s usual activity',
    'Tazama rules 018, 020, 044, 045 and 048 (size against history)',
  ],
  parameters: [
    // Below these two nobody is an old acquaintance, see `Familiarity`.
    count('earlierCount', [3, 4, 100], 'earlier entries with the company in the same direction'),
    days('earlierSpanDays', [40, 60, 730], 'days that those span'),
    sum('minimumAmount', [50, 400, 1_000_000], 'least amount'),
    sum(
      'movableMinimumAmount',
      [50, 1500, 1_000_000],
      'least amount of transfers between persons or banks, wallets and crypto',
    ),
    ratio('medianRatio', [1.5, 4, 100], 'amount against the median of the earlier'),
    ratio('largestRatio', [1, 2.5, 100], 'amount against the largest of the earlier'),
    ratio('highRiskRatio', [1.5, 8, 1000], 'amount against the median for high risk'),
    deduplicationWindow(30),
  ],
} as const;

/** Payments of a card are steady while the largest is at most so many times their median. */
const STEADY_SWING = 1.5;

type Parameters = ParametersOf<typeof RULE>;

/** An amount out of its company's history; amounts in cents. */
interface Outlier {
  /** The amount against the median of the earlier ones. */
  strength: number;
  entry: PreparedEntry;
  medianCents: Cents;
  largestCents: Cents;
  /** The largest of the earlier that did not stand out themselves, against the median. */
  swing: number;
  earlier: number;
  /** Days of the earlier entries, since 1970-01-01. */
  firstDay: number;
  lastDay: number;
}

/**
 * A company the account has dealt with for two months or more, with an amount outside its own history: at least 4 times
 * the median and 2.5 times the largest of the earlier entries in the same direction. The largest keeps bills quiet that
 * grow step by step, as heating does towards winter. Credits that say what they are for
 * (pay with a bonus, benefits, refunds) explain themselves; transfers between persons jump so easily that only large ones
 * count. Returns and reversals are neither judged nor part of the history.
 *
 * Two things are better than the plain condition. An amount must stand above the largest as many times as that stood above
 * the median (where it did not stand out itself), or it is one more of the amounts that have always swung: of shops, suppliers, customers. And payments of
 * a card, which are whatever was bought, are left alone unless they have been steady, as of somebody who pays off a fixed
 * amount: a history of small purchases promises nothing.
 *
 * A history of 60 days lies past every warm-up, so the rule needs none of its own.
 */
export const unusualPattern = defineDetector(RULE, ({ history, parameters, finding }) =>
  history.accounts
    .flatMap((account) => behaviorsOfHits(outliersOf(account, parameters), parameters.coolDays))
    .map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.peak.strength >= parameters.highRiskRatio ? 'high' : 'medium',
        percentageChange: percentageChange(found.peak.entry.entry.amountCents, found.peak.medianCents),
        description: describe(found),
        figures: figuresOf(found, parameters),
        baseline: baselineOf(found.first),
        wouldBeSilent: wouldBeSilent(found.first, parameters),
      }),
    ),
);

function outliersOf(account: AccountHistory, parameters: Parameters): Hit<Outlier>[] {
  const companies = companiesToCheck(account, parameters);
  if (companies.size === 0) return [];
  const pasts = new Map<string, PastCompanyAmounts>();
  return account.entries.flatMap((prepared) => {
    const { companyKey, transactionType, epochDay, amountCents } = prepared.entry;
    if (prepared.isReturn || prepared.isReversal || !companies.has(companyKey)) return [];
    const key = `${transactionType} ${companyKey}`;
    let past = pasts.get(key);
    if (past === undefined) {
      past = new PastCompanyAmounts(epochDay);
      pasts.set(key, past);
    }
    past.turnTo(epochDay);
    const outlier = mayStandOut(prepared, parameters) ? outlierAgainst(past, prepared, parameters) : null;
    if (outlier === null) {
      past.add(amountCents);
      return [];
    }
    past.addOutlier(amountCents);
    return [{ entry: prepared, detail: outlier }];
  });
}

/** The few companies with an entry that could stand out; most accounts have none, and the rule is done with them. */
function companiesToCheck(account: AccountHistory, parameters: Parameters): Set<string> {
  const companies = new Set<string>();
  for (const prepared of account.entries) {
    if (mayStandOut(prepared, parameters)) companies.add(prepared.entry.companyKey);
  }
  return companies;
}

/** What the entry itself must be. Whoever is not established has too short a history. */
function mayStandOut(
  { entry, isEstablished, isExempt, isMovable }: PreparedEntry,
  { minimumAmount, movableMinimumAmount }: Parameters,
): boolean {
  return (
    isEstablished &&
    entry.amountCents >= 100 * (isMovable ? movableMinimumAmount : minimumAmount) &&
    !isExempt
  );
}

function outlierAgainst(
  past: PastCompanyAmounts,
  prepared: PreparedEntry,
  { earlierCount, earlierSpanDays, largestRatio, medianRatio }: Parameters,
): Outlier | null {
  const { amountCents } = prepared.entry;
  const { count: earlier, firstDay, lastDay, largestCents } = past;
  if (amountCents < largestRatio * largestCents) return null;
  if (earlier < earlierCount || lastDay - firstDay < earlierSpanDays) return null;
  const { medianCents } = past;
  if (medianCents === null || amountCents < medianRatio * medianCents) return null;
  const swing = past.largestOrdinaryCents / medianCents;
  if (swing > STEADY_SWING && isCardPayment(prepared.entry)) return null;
  if (amountCents < Math.max(largestRatio, swing) * largestCents) return null;
  return {
    strength: amountCents / medianCents,
    entry: prepared,
    medianCents,
    largestCents,
    swing,
    earlier,
    firstDay,
    lastDay,
  };
}

function describe({ entries, amountCents, peak }: Behavior<Outlier>): string {
  const { company, transactionType, day } = peak.entry.entry;
  const direction = transactionType === 'Credit' ? 'Credit' : 'Debit';
  const fromOrTo = transactionType === 'Credit' ? 'from' : 'to';
  const one =
    `${direction} of ${formatDollars(peak.entry.entry.amountCents)} ${fromOrTo} ${company} on ${day}, where the ` +
    `${peak.earlier} earlier ones had a median of ${formatDollars(Math.round(peak.medianCents))} and were ` +
    `${formatDollars(peak.largestCents)} at most`;
  return entries.length === 1
    ? `${one}.`
    : `${entries.length} amounts out of the usual, ${formatDollars(amountCents)} in all; the farthest: ${one}.`;
}

function figuresOf({ first, peak }: Behavior<Outlier>, parameters: Parameters): EvidenceFigure[] {
  const { entry, strength, earlier, largestCents } = first;
  const figures = [
    moneyFigure({
      label: 'Amount',
      value: entry.entry.amountCents,
      threshold: 100 * (entry.isMovable ? parameters.movableMinimumAmount : parameters.minimumAmount),
    }),
    ratioFigure({
      label: 'Amount against the median of the earlier entries',
      value: strength,
      threshold: parameters.medianRatio,
    }),
    ratioFigure({
      label: 'Amount against the largest of the earlier entries',
      value: entry.entry.amountCents / largestCents,
      threshold: Math.max(parameters.largestRatio, first.swing),
    }),
    countFigure({
      label: 'Earlier entries with the company in the same direction',
      value: earlier,
      threshold: parameters.earlierCount,
    }),
    {
      label: 'Days that the earlier entries span',
      value: String(first.lastDay - first.firstDay),
      comparison: '>=' as const,
      threshold: String(parameters.earlierSpanDays),
      unit: 'days' as const,
      met: true,
    },
  ];
  if (peak.strength < parameters.highRiskRatio) return figures;
  const label = 'High risk: the farthest amount against its median';
  return [...figures, ratioFigure({ label, value: peak.strength, threshold: parameters.highRiskRatio })];
}

function baselineOf({ medianCents, firstDay, lastDay, entry }: Outlier): EvidenceBaseline {
  return moneyBaseline(`Median of the earlier entries with ${entry.entry.company}`, medianCents, {
    firstDay,
    lastDay,
  });
}

function wouldBeSilent(outlier: Outlier, parameters: Parameters): string[] {
  const { entry, medianCents, largestCents, earlier } = outlier;
  const { medianRatio, largestRatio, earlierCount } = parameters;
  const minimum = 100 * (entry.isMovable ? parameters.movableMinimumAmount : parameters.minimumAmount);
  const ofLargest = Math.max(largestRatio, outlier.swing) * largestCents;
  const least = Math.ceil(Math.max(minimum, medianRatio * medianCents, ofLargest));
  const { amountCents } = entry.entry;
  const largestStill = Math.min(amountCents / largestRatio, Math.sqrt(amountCents * medianCents));
  return [
    `With an amount below ${formatDollars(least)}.`,
    `With an earlier amount of more than ${formatDollars(Math.floor(largestStill))} in the same direction.`,
    `With ${earlierCount - 1} earlier entries instead of ${earlier}.`,
  ];
}
