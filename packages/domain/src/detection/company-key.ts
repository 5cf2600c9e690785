import { UNKNOWN_COMPANY } from '../ledger/ledger-row.ts';

const LEGAL_FORMS_AND_WEB = new Set(['INC', 'LLC', 'CORP', 'CO', 'LTD', 'COMPANY', 'COM', 'USA', 'WEB']);

/**
 * Both "Netflix.com" and "NETFLIX INC" become "NETFLIX": accents, legal forms and web words are removed. If nothing remains, the key is the
 * raw name.
 */
export function companyKey(company: string): string {
  const words = company
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL_FORMS_AND_WEB.has(word));
  return words.length === 0 ? company : words.join(' ');
}

/** Words that do not identify a company: "CITY OF" and "THE BANK" begin the names of unrelated companies. */
const EMPTY_WORDS = new Set(['OF', 'THE', 'AND', 'FOR', 'IN', 'AT']);
const STEM_WORDS = 2;

/** The first two specific words, which related names share: "KESTREL PAY" for "KESTREL PAY 22". "CITY OF LAKEVIEW" stays whole. */
export function companyStem(companyKey: string): string {
  const words = companyKey.split(' ').filter((word) => !EMPTY_WORDS.has(word));
  return words.length === 0 ? companyKey : words.slice(0, STEM_WORDS).join(' ');
}

/** Entries without an originator share this key and may come from anyone. */
export const UNKNOWN_COMPANY_KEY = companyKey(UNKNOWN_COMPANY);
