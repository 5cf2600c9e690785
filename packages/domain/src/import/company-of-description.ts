/** What introduces an originator without naming it. */
const SAYS_NOTHING =
  /^(?:ach|direct|online|web|mobile|electronic|pos|card|debit|credit|deposit|withdrawal|payment|transfer|purchase|from|to|the|of|dep|pmt|bill)+$/i;
const SEPARATORS = / [-–—|/] |[:;|*#]|\s{2,}/;
const LONGEST = 80;

/** Stands for an originator that the file does not name. */
export const UNKNOWN_COMPANY = 'Unknown originator';

/**
 * The originator as far as a free description tells it. The dashboard shape has no company, but every figure per company
 * and every rule about new companies needs one. It is the leading text of the description up to a separator
 * (" - ", ":", "*", "#" …), a leading part without a name ("Direct deposit - …") passed over, and references at its end
 * cut off, so that the same originator gets the same name every month.
 */
export function companyOfDescription(description: string | null): string {
  if (description === null) return UNKNOWN_COMPANY;
  const parts = description
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const named = parts.find((part) => !SAYS_NOTHING.test(part.replaceAll(/[^\p{L}\p{N}]+/gu, '')));
  const leading = named ?? parts[0] ?? description;
  return withoutTrailingReferences(leading).slice(0, LONGEST).trim();
}

/**
 * References, dates and numbers at the end change from entry to entry and are no part of a name. Word by word and not by
 * one pattern: "11 11 11 … x" lets a pattern try every way to part the digits, which takes longer than the universe has.
 */
function withoutTrailingReferences(text: string): string {
  const words = text.split(/(\s+)/u);
  let kept = words.length;
  while (kept > 1 && /\d/.test(words[kept - 1] ?? '')) kept -= 2;
  return words.slice(0, kept).join('');
}
