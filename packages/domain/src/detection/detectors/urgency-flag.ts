import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { deduplicationWindow, fixedCount, sum } from '../detector.ts';
import { NEW_BANK_DETAILS, normalizeText } from '../entry-meaning.ts';
import { figure } from '../finding-evidence.ts';
import { describeEntry, textFact } from '../finding-facts.ts';
import type { PreparedEntry } from '../member-history.ts';
import { receiverFacts } from '../receiver-names.ts';

/**
 * EXPRESS, RUSH and PRIORITY are missing because they also occur in the names of companies and mail services. Entry
 * descriptions are limited to ten characters, so long words are truncated.
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
  // Many payroll entries contain this word.
  { phrase: /\bCONFIDENTI(?:AL)?\b/, isBoilerplateOfPay: true },
  { phrase: /\bC[EF]O\b/ },
  { phrase: NEW_BANK_DETAILS },
  { phrase: /\bGIFT ?CARDS?\b/ },
];

/**
 * A quick check: without any of these, no phrase can match. It does not use `\b`, which treats the underscores between
 * words in the original text as letters.
 */
const URGENT_HINT =
  /URGENT|ASAP|IMMEDIATE|SENSITIVE|EXPEDITE|DELAY|TODAY|FINAL|OVERDUE|CONFIDENTI|C[EF]O|GIFT|NEW|UPDATED|CHANGE/i;

/** A phrase whose words are all part of the company name does not count, such as URGENT in a bill from URGENT TREE REMOVAL. */
function urgentPhrases({ entry, isExempt }: PreparedEntry): string[] {
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

/** The rule needs no baseline, so it also works during the warm-up. Returns are skipped because the returned entry already has an alert. */
export const urgencyFlag = defineDetector({
  activityType: 'urgency_flag',
  category: 'Business Email Compromise',
  ruleVersion: 5,
  sources: [
    'FinCEN FIN-2016-A003 and FIN-2019-A005: payment instructions marked urgent, secret or confidential, changed bank details',
    'NCUA 19-RISK-01: business email compromise',
    'Nacha, false pretenses: vendor impersonation, business email compromise, payroll redirection',
  ],
  parameters: [
    sum(
      'minimumAmount',
      [100, 1000, 1_000_000],
      'Minimum amount checked',
      'with $1,000, a $999 payment is not checked',
    ),
    sum('highRiskAmount', [100, 5000, 10_000_000], 'Minimum amount for high risk', 'with $5,000, a $6,000 payment'),
    fixedCount(
      'highRiskPhrases',
      [2, 2, 10],
      'Minimum number of different urgent phrases for high risk',
      'with 2, URGENT and GIFT CARDS',
    ),
    deduplicationWindow(14),
  ],

  find({ account, parameters, collect }) {
    const { minimumAmount, highRiskAmount, highRiskPhrases } = parameters;
    return collect(account.entries, (prepared) => {
      const { amountCents } = prepared.entry;
      if (amountCents < minimumAmount || prepared.isReturn) return null;
      const phrases = urgentPhrases(prepared);
      if (phrases.length === 0) return null;
      const isHigh = amountCents >= highRiskAmount || phrases.length >= highRiskPhrases;
      return { strength: isHigh ? 2 : 1, amountCents, phrases };
    });
  },

  explain({ entries, amountCents, first, peak, trigger }, { account, parameters }) {
    const { minimumAmount, highRiskAmount, highRiskPhrases } = parameters;
    const quoted = first.phrases.map((phrase) => `"${phrase}"`).join(' and ');
    const others =
      entries.length === 1
        ? ''
        : ` ${entries.length} such entries through ${entries.at(-1)?.entry.day} total ${formatDollars(amountCents)}.`;
    return {
      description:
        `${describeEntry(trigger)} on ${trigger.entry.day} contains ${quoted}.${others} Possible pressure to pay, or to send ` +
        'money to a different account.',
      figures: [
        figure.money([first.amountCents, '>=', minimumAmount], 'Amount'),
        figure.count([first.phrases.length, '>=', 1], 'Urgent phrases'),
      ],
      highRiskFigures: [
        peak.amountCents >= highRiskAmount
          ? figure.money([peak.amountCents, '>=', highRiskAmount], 'amount')
          : figure.count([peak.phrases.length, '>=', highRiskPhrases], 'different urgent phrases'),
      ],
      wouldBeSilent: [
        `An amount below ${formatDollars(minimumAmount)}.`,
        `No urgent words (${quoted}).`,
        'Urgent words that are part of the company name.',
      ],
      facts: [
        textFact('Wording', first.phrases.join(', ')),
        ...receiverFacts(account, { entry: trigger.entry, knownUntil: trigger.entry.epochDay - 1 }),
      ],
    };
  },
});
