import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, behaviorsOfHits, type Hit } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import type { Entry } from '../detection-entry.ts';
import { deduplicationWindow, fixedCount, sum } from '../detector.ts';
import { NEW_BANK_DETAILS, normalizeText } from '../entry-meaning.ts';
import { countFigure, moneyFigure } from '../finding-evidence.ts';
import type { AccountHistory } from '../member-history.ts';
import { receiverFacts } from '../receiver-names.ts';

/**
 * Words that press or announce a changed payee. EXPRESS, RUSH and PRIORITY are not among them: they are names and postal
 * services. Neither are urgent and immediate care, which is medicine, and an immediate annuity, which is insurance. An
 * entry description has ten characters, so that long words come cut off.
 */
const URGENT_PHRASES: readonly { phrase: RegExp; isBoilerplateOfPay?: true }[] = [
  { phrase: /\bURGENT(?:LY)?\b(?! (?:CARE|MEDICAL|CLINIC|DENTAL|VET))/ },
  { phrase: /\bASAP\b/ },
  { phrase: /\bIMMEDIATE(?:LY)?\b(?! (?:CARE|MEDICAL|CLINIC|DENTAL|ANNUITY))/ },
  { phrase: /\bTIME SENSITIVE\b/ },
  { phrase: /\bEXPEDITED?\b/, isBoilerplateOfPay: true },
  { phrase: /\bDO NOT DELAY\b/ },
  { phrase: /\bPAY TODAY\b/ },
  { phrase: /\bFINAL NOTI(?:CE)?\b/ },
  { phrase: /\bOVERDUE\b/ },
  // Pay slips say so of themselves.
  { phrase: /\bCONFIDENTI(?:AL)?\b/, isBoilerplateOfPay: true },
  { phrase: /\bC[EF]O\b/ },
  { phrase: NEW_BANK_DETAILS },
  { phrase: /\bGIFT ?CARDS?\b/ },
];

/**
 * Without any of these nothing can match; one look at the raw text spares the rest. Not as whole words: an underscore, which
 * parts words here, is a letter to `\b`.
 */
const URGENT_HINT =
  /URGENT|ASAP|IMMEDIATE|SENSITIVE|EXPEDITE|DELAY|TODAY|FINAL|OVERDUE|CONFIDENTI|C[EF]O|GIFT|NEW|UPDATED|CHANGE/i;

/**
 * The pressing phrases in the description and addenda of an entry, as they stand there. A phrase all of whose words are the
 * company's name is none: URGENT in a bill of URGENT TREE REMOVAL is its name. One that only shares a word with it stays:
 * "UPDATED BANK DETAILS" of FIRST BANK presses.
 */
function urgentPhrases(entry: Entry, { isExempt }: { isExempt: boolean }): string[] {
  const { entryDescription, addenda } = entry;
  if (!URGENT_HINT.test(entryDescription ?? '') && !URGENT_HINT.test(addenda ?? '')) return [];
  const text = normalizeText(`${entryDescription ?? ''} ${addenda ?? ''}`);
  const ownName = new Set(normalizeText(entry.company).split(' '));
  return URGENT_PHRASES.flatMap(({ phrase, isBoilerplateOfPay }) => {
    const found = phrase.exec(text)?.[0];
    if (found === undefined || (isBoilerplateOfPay && isExempt)) return [];
    return found.split(' ').every((word) => ownName.has(word)) ? [] : [found];
  });
}

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
    sum('minimumAmount', [100, 1000, 1_000_000], 'least amount'),
    sum('highRiskAmount', [100, 5000, 10_000_000], 'amount for high risk'),
    fixedCount('highRiskPhrases', [2, 2, 10], 'different phrases for high risk'),
    deduplicationWindow(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface UrgentEntry {
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
    behaviorsOfHits(urgentEntries(account, parameters), parameters.coolDays).map((found) =>
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

function urgentEntries(account: AccountHistory, parameters: Parameters): Hit<UrgentEntry>[] {
  const { minimumAmount, highRiskAmount, highRiskPhrases } = parameters;
  const hits: Hit<UrgentEntry>[] = [];
  for (const prepared of account.entries) {
    const { amountCents } = prepared.entry;
    if (amountCents < dollarsToCents(minimumAmount) || prepared.isReturn) continue;
    const phrases = urgentPhrases(prepared.entry, prepared);
    if (phrases.length === 0) continue;
    const isHigh = amountCents >= dollarsToCents(highRiskAmount) || phrases.length >= highRiskPhrases;
    hits.push({ entry: prepared, detail: { strength: isHigh ? 2 : 1, amountCents, phrases } });
  }
  return hits;
}

function describe({ entries, amountCents, first, trigger }: Behavior<UrgentEntry>): string {
  const { company, day, transactionType } = trigger.entry;
  const what = `${transactionType} of ${formatDollars(first.amountCents)} ${transactionType === 'Credit' ? 'from' : 'to'} ${company}`;
  const quoted = first.phrases.map((phrase) => `"${phrase}"`).join(' and ');
  const others =
    entries.length === 1
      ? ''
      : ` ${entries.length} such entries, ${formatDollars(amountCents)} in all, until ${entries.at(-1)?.entry.day}.`;
  return `${what} on ${day} says ${quoted}.${others} Possible pressure to pay, or to pay to another account.`;
}

function figuresOf({ first, peak }: Behavior<UrgentEntry>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: 'Amount',
      value: first.amountCents,
      threshold: dollarsToCents(parameters.minimumAmount),
    }),
    countFigure({ label: 'Pressing phrases', value: first.phrases.length, threshold: 1 }),
  ];
  if (peak.strength < 2) return figures;
  return [...figures, highRiskFigure(peak, parameters)];
}

function highRiskFigure({ amountCents, phrases }: UrgentEntry, parameters: Parameters): EvidenceFigure {
  const threshold = dollarsToCents(parameters.highRiskAmount);
  return amountCents >= threshold
    ? moneyFigure({ label: 'High risk: amount', value: amountCents, threshold })
    : countFigure({
        label: 'High risk: different phrases',
        value: phrases.length,
        threshold: parameters.highRiskPhrases,
      });
}

function wouldBeSilent({ phrases }: UrgentEntry, { minimumAmount }: Parameters): string[] {
  const quoted = phrases.map((phrase) => `"${phrase}"`).join(' and ');
  return [
    `With an amount below ${formatDollars(dollarsToCents(minimumAmount))}.`,
    `Without the words ${quoted}.`,
    'If those words were the name of the company.',
  ];
}
