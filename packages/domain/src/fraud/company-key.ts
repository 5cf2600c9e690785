const LEGAL_FORMS_AND_WEB = new Set(['INC', 'LLC', 'CORP', 'CO', 'LTD', 'COMPANY', 'COM', 'USA', 'WEB']);

/**
 * The key under which spellings of one originator meet: capitals, accents folded, punctuation to blanks, words that say
 * nothing (INC, LLC, COM …) removed, blanks collapsed. "Netflix.com" and "NETFLIX INC" are both "NETFLIX". When nothing
 * is left, the raw name.
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
