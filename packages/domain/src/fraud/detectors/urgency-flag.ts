import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, centsOfDollars } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import type { Behaviour } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, moneyFigure } from '../figure.ts';
import { coolDays, fixedCount, sum } from '../parameter.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { behavioursOfHits, type Hit } from '../preparation/behaviours-of-hits.ts';
import { pressingPhrases } from '../preparation/pressing-phrases.ts';
import { receiverFacts } from '../preparation/receiver-facts.ts';

const RULE = {
  activityType: 'urgency_flag',
  category: 'Business Email Compromise',
  ruleVersion: 3,
  sources: [
    'FinCEN FIN-2016-A003 and FIN-2019-A005: payment instructions marked urgent, secret or confidential, changed bank details',
    'NCUA 19-RISK-01: business email compromise',
    'Nacha, false pretenses: vendor impersonation, business email compromise, payroll redirection',
  ],
  parameters: [
    sum('minimumAmount', { default: 1000, min: 100, max: 1_000_000, meaning: 'least amount' }),
    sum('highRiskAmount', { default: 5000, min: 100, max: 10_000_000, meaning: 'amount for high risk' }),
    fixedCount('highRiskPhrases', {
      default: 2,
      min: 2,
      max: 10,
      meaning: 'different phrases for high risk',
    }),
    coolDays(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Pressing {
  /** 2 for high risk, else 1. */
  strength: number;
  amountCents: Cents;
  /** As they stand in the text, each once. */
  phrases: readonly string[];
}

/**
 * Wording that presses for a payment or announces changed bank details, in the description or addenda of an entry of
 * $1,000 or more; see `pressingPhrases` for the words and what is left out. Needs no normal to compare with, so it speaks
 * from the first day of a ledger on.
 *
 * Rows without any date stay silent, though the words would be there to read: an alert belongs to a day, without one it
 * can neither cool down nor stand in an order, and nobody could say what came before it. Returns stay silent too: the
 * entry that was sent back has spoken already.
 */
export const urgencyFlag = defineDetector(RULE, ({ history, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    behavioursOfHits(pressingEntries(account, parameters), parameters.coolDays).map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.peak.strength === 2 ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found),
        figures: figuresOf(found, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: [
          { label: 'Wording', value: found.first.phrases.join(', '), unit: 'text' },
          ...receiverFacts(account, {
            entry: found.trigger.entry,
            knownUntil: found.trigger.entry.epochDay - 1,
          }),
        ],
      }),
    ),
  ),
);

function pressingEntries(account: AccountHistory, parameters: Parameters): Hit<Pressing>[] {
  const { minimumAmount, highRiskAmount, highRiskPhrases } = parameters;
  const hits: Hit<Pressing>[] = [];
  for (const prepared of account.entries) {
    const { amountCents } = prepared.entry;
    if (amountCents < centsOfDollars(minimumAmount) || prepared.isReturn) continue;
    const phrases = pressingPhrases(prepared.entry, prepared);
    if (phrases.length === 0) continue;
    const isHigh = amountCents >= centsOfDollars(highRiskAmount) || phrases.length >= highRiskPhrases;
    hits.push({ entry: prepared, detail: { strength: isHigh ? 2 : 1, amountCents, phrases } });
  }
  return hits;
}

function describe({ entries, amountCents, first, trigger }: Behaviour<Pressing>): string {
  const { company, day, transactionType } = trigger.entry;
  const what = `${transactionType} of ${formatDollars(first.amountCents)} ${transactionType === 'Credit' ? 'from' : 'to'} ${company}`;
  const quoted = first.phrases.map((phrase) => `"${phrase}"`).join(' and ');
  const others =
    entries.length === 1
      ? ''
      : ` ${entries.length} such entries, ${formatDollars(amountCents)} in all, until ${entries.at(-1)?.entry.day}.`;
  return `${what} on ${day} says ${quoted}.${others} Possible pressure to pay, or to pay to another account.`;
}

function figuresOf({ first, peak }: Behaviour<Pressing>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: 'Amount',
      value: first.amountCents,
      threshold: centsOfDollars(parameters.minimumAmount),
    }),
    countFigure({ label: 'Pressing phrases', value: first.phrases.length, threshold: 1 }),
  ];
  if (peak.strength < 2) return figures;
  return [...figures, highRiskFigure(peak, parameters)];
}

function highRiskFigure({ amountCents, phrases }: Pressing, parameters: Parameters): EvidenceFigure {
  const threshold = centsOfDollars(parameters.highRiskAmount);
  return amountCents >= threshold
    ? moneyFigure({ label: 'High risk: amount', value: amountCents, threshold })
    : countFigure({
        label: 'High risk: different phrases',
        value: phrases.length,
        threshold: parameters.highRiskPhrases,
      });
}

function wouldBeSilent({ phrases }: Pressing, { minimumAmount }: Parameters): string[] {
  const quoted = phrases.map((phrase) => `"${phrase}"`).join(' and ');
  return [
    `With an amount below ${formatDollars(centsOfDollars(minimumAmount))}.`,
    `Without the words ${quoted}.`,
    'If those words were the name of the company.',
  ];
}
