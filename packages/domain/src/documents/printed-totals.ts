import type { TransactionType } from '../ledger/ledger-row.ts';
import { amountSizeOf } from '../money/cents.ts';
import { type Box, type Line, textOf } from './document-words.ts';

/** Counts and sums of rows on one line: "24 items", "Total debits: 12 1,234.56". */
export interface PrintedTotals {
  page: number;
  box: Box;
  text: string;
  counts: readonly { direction: TransactionType | null; count: number }[];
  sums: readonly { direction: TransactionType | null; cents: number }[];
}

type Kind = 'debit' | 'credit' | 'unit' | 'count' | 'money' | 'number' | 'other';
interface Token {
  kind: Kind;
  text: string;
}

/** The order matters: an amount must not match as a number. */
const TOKENS =
  /(?<money>[-(]?\$?\s?\d[\d,]*\.\d{2}(?!\d)\)?-?)|(?<number>(?<![\d./-])\d{1,3}(?:,\d{3})+(?![\d./-])|(?<![\d./,-])\d+(?![\d./,-]))|(?<debit>\b(?:debits?|withdrawals?|dr|db)\b)|(?<credit>\b(?:credits?|deposits?|cr)\b)|(?<unit>\b(?:items?|entries|entry|transactions?|records?|rows?|payments?)\b)|(?<count>\b(?:counts?|number|qty)\b)|(?<other>[^\s:;,.()=]+)/gi;

/** Batch and page numbers, dates and times. */
const NON_COUNT_NUMBERS =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}\b|\b(?:batch|page|pg|folio|sheet|branch|report|section|part|table)\s*(?:no\.?|number|#|id)?\s*:?\s*\d+(?:\s*(?:of|\/)\s*\d+)?\b|\b\d{1,4}[/-]\d{1,2}[/-]\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/gi;
const PLAIN =
  /^(?:sub|grand|report|page|batch|file|daily|total|totals|totaling|totalling|sum|net|of|ach|for|in|this|the|all|and|and\/or|&|listed|shown|printed|contains|amount|amounts|usd|end|no|[*|=_-]+|-|\/|#)$/i;
const SUM_WORDS =
  /\b(?:sub|grand)?-?totals?\b|\bsum\b|\bnet\b|\btotall?ing\b|\b(?:debits|credits|deposits|withdrawals)\b/i;
/** With more other words, the line is a sentence or a row. */
const MAX_OTHER_WORDS = 3;

export function printedTotalsOf(line: Line): PrintedTotals | null {
  const text = textOf(line.words);
  const tokens = tokensOf(text);
  const others = tokens.filter((token) => token.kind === 'other' && !PLAIN.test(token.text));
  if (others.length > MAX_OTHER_WORDS || others.some((token) => /\d/.test(token.text))) return null;
  const known = tokens.filter(({ kind }) => kind !== 'other');
  const counts = countsOf(known);
  // A number that counts nothing is part of a row, such as an account number.
  if (counts.length < known.filter(({ kind }) => kind === 'number').length) return null;
  const sums = counts.length > 0 || SUM_WORDS.test(text) ? sumsOf(known) : [];
  return counts.length + sums.length === 0 ? null : { page: line.page, box: line.box, text, counts, sums };
}

function tokensOf(text: string): Token[] {
  return [...text.replaceAll(NON_COUNT_NUMBERS, ' ').matchAll(TOKENS)].flatMap(({ 0: found, groups = {} }) => {
    const kind = (Object.keys(groups) as Kind[]).find((name) => groups[name] !== undefined);
    return kind === undefined ? [] : [{ kind, text: found }];
  });
}

const isDirection = ({ kind }: Token): boolean => kind === 'debit' || kind === 'credit';

const directionOf = ({ kind }: Token): TransactionType => (kind === 'debit' ? 'Debit' : 'Credit');

/** Whether a direction has an amount but no count before it, as in "DR 10.00". */
const hasUncountedDirection = (known: readonly Token[]): boolean =>
  known.some(
    (token, index) => isDirection(token) && known[index - 1]?.kind !== 'number' && known[index + 1]?.kind === 'money',
  );

const VALUES: ReadonlySet<Kind> = new Set(['money', 'number']);

/** Longer numbers identify a company or an account. */
const MAX_COUNT_LENGTH = 7;

/** "24 items", "Item count: 24", "12 debits", "Debits (12)", "12 debit items". */
function countsOf(known: readonly Token[]): { direction: TransactionType | null; count: number }[] {
  // "6 credits, 9 debits": every direction has its own count.
  const areCounted = known.every((token, index) => !isDirection(token) || known[index - 1]?.kind === 'number');
  return known.flatMap((token, index) => {
    if (token.kind !== 'number' || token.text.length > MAX_COUNT_LENGTH) return [];
    const next = known[index + 1];
    if (areCounted && next !== undefined && isDirection(next) && known[index + 2]?.kind !== 'money')
      return [{ direction: directionOf(next), count: Number(token.text.replaceAll(',', '')) }];
    const [further, before, after, behind] = [-2, -1, 1, 2].map((step) => known[index + step]);
    // "Item 3" is a name; "Items: 3" is a count.
    const isNamed = before?.kind === 'count' || (before?.kind === 'unit' && /s$/i.test(before.text));
    const isCounted = after?.kind === 'unit';
    // "Items 17 debits 10.00 credits 20.00": each direction has its own amount.
    const isOfNext = after !== undefined && isDirection(after) && behind !== undefined && VALUES.has(behind.kind);
    if (isNamed && isOfNext) return [{ direction: null, count: Number(token.text.replaceAll(',', '')) }];
    const adjacent = [before, after, ...(isNamed ? [further] : []), ...(isCounted ? [behind] : [])].find(
      (one) => one !== undefined && isDirection(one),
    );
    if (!isNamed && !isCounted && adjacent === undefined) return [];
    // "Exceptions 18 DR 10.00 CR 20.00": only one of the directions follows a number.
    if (!isNamed && !isCounted && adjacent === after && isOfNext && hasUncountedDirection(known))
      return [{ direction: null, count: Number(token.text.replaceAll(',', '')) }];
    // "24 items, debits 10.00": a direction with its own amount does not belong to the count.
    const isOther = isCounted && adjacent === behind && ![before, after].includes(adjacent);
    const direction = adjacent === undefined || isOther ? null : directionOf(adjacent);
    return [{ direction, count: Number(token.text.replaceAll(',', '')) }];
  });
}

/** The direction comes before an amount, or after it if the line begins with an amount. */
function sumsOf(known: readonly Token[]): { direction: TransactionType | null; cents: number }[] {
  const leads = known.find((token) => isDirection(token) || token.kind === 'money')?.kind !== 'money';
  return known.flatMap((token, index) => {
    const cents = token.kind === 'money' ? amountSizeOf(token.text.replaceAll(/\s/g, '')) : null;
    if (cents === null) return [];
    const side = leads ? known.slice(0, index).toReversed() : known.slice(index + 1);
    const nearest = side.findIndex(isDirection);
    const [one, other] = nearest === -1 ? [] : side.slice(nearest);
    // "Debits and credits" covers both directions.
    const isBoth = other !== undefined && isDirection(other) && other.kind !== one?.kind;
    return [{ direction: one === undefined || (leads && isBoth) ? null : directionOf(one), cents }];
  });
}
