/** No sign of money among them: a minus that is lost makes a debit a credit. */
const LEADING_SPECKS = /^[\s‘’'`"~|_•·°«»]+/gu;
const TRAILING_SPECKS = /(?:[\s‘’'`"~|_•·°«»=—–]|\s[^\p{L}\p{N}\s)-]{1,2})+$/gu;

/** Specks, and what is left of lines, are read as small marks at the ends of a text. */
export function withoutSpecks(text: string): string {
  return text.replaceAll(LEADING_SPECKS, '').replaceAll(TRAILING_SPECKS, '');
}
