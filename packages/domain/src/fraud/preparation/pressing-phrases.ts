import type { Entry } from '../entry.ts';
import { NEW_BANK_DETAILS } from './new-bank-details.ts';
import { inWords } from './words-of.ts';

/**
 * Words that press or announce a changed payee. EXPRESS, RUSH and PRIORITY are not among them: they are names and postal
 * services. Neither are urgent and immediate care, which is medicine, and an immediate annuity, which is insurance. An
 * entry description has ten characters, so that long words come cut off.
 */
const PHRASES: readonly { phrase: RegExp; isBoilerplateOfPay?: true }[] = [
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
const HINT =
  /URGENT|ASAP|IMMEDIATE|SENSITIVE|EXPEDITE|DELAY|TODAY|FINAL|OVERDUE|CONFIDENTI|C[EF]O|GIFT|NEW|UPDATED|CHANGE/i;

/**
 * The pressing phrases in the description and addenda of an entry, as they stand there. A phrase all of whose words are the
 * company's name is none: URGENT in a bill of URGENT TREE REMOVAL is its name. One that only shares a word with it stays:
 * "UPDATED BANK DETAILS" of FIRST BANK presses.
 */
export function pressingPhrases(entry: Entry, { isExempt }: { isExempt: boolean }): string[] {
  const { entryDescription, addenda } = entry;
  if (!HINT.test(entryDescription ?? '') && !HINT.test(addenda ?? '')) return [];
  const text = inWords(`${entryDescription ?? ''} ${addenda ?? ''}`);
  const ownName = new Set(inWords(entry.company).split(' '));
  return PHRASES.flatMap(({ phrase, isBoilerplateOfPay }) => {
    const found = phrase.exec(text)?.[0];
    if (found === undefined || (isBoilerplateOfPay && isExempt)) return [];
    return found.split(' ').every((word) => ownName.has(word)) ? [] : [found];
  });
}
