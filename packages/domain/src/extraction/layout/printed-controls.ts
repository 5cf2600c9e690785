import type { TransactionType } from '../../import/ledger-row.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import { type Line, textOf } from './lines.ts';
import type { Box } from './word.ts';

/** What a line says about the rows of a document: "24 items", "Total debits: 12 1,234.56". */
export interface PrintedControl {
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

/** In this order: an amount is no number, "no." is no word. */
const TOKENS =
  /(?<money>[-(]?\$?\s?\d[\d,]*\.\d{2}(?!\d)\)?-?)|(?<number>(?<![\d./-])\d{1,3}(?:,\d{3})+(?![\d./-])|(?<![\d./,-])\d+(?![\d./,-]))|(?<debit>\b(?:debits?|withdrawals?|dr)\b)|(?<credit>\b(?:credits?|deposits?|cr)\b)|(?<unit>\b(?:items?|entries|entry|transactions?|records?|rows?|payments?)\b)|(?<count>\b(?:counts?|number|qty)\b)|(?<other>[^\s:;,.()=]+)/gi;

/** Numbers that count no rows: of a batch, of a page, dates and times. */
const OTHER_NUMBERS =
  /\b(?:batch|page|branch|report)\s*(?:no\.?|number|#|id)?\s*:?\s*\d+(?:\s*(?:of|\/)\s*\d+)?\b|\b\d{1,4}[/-]\d{1,2}[/-]\d{1,4}\b|\b\d{1,2}:\d{2}\b/gi;
const PLAIN =
  /^(?:sub|grand|report|page|batch|file|daily|total|totals|totaling|totalling|sum|net|of|ach|for|in|this|the|all|and|and\/or|&|listed|shown|printed|contains|amount|amounts|usd|end|no|[*|=_-]+|-|\/|#)$/i;
const SAYS_SUM =
  /\b(?:sub|grand)?-?totals?\b|\bsum\b|\bnet\b|\btotall?ing\b|\b(?:debits|credits|deposits|withdrawals)\b/i;
/** More words that are none of these are a sentence, or a row. */
const MOST_OTHERS = 3;

/** The counts and sums that a line prints; null when it is no such line. */
export function controlOf(line: Line): PrintedControl | null {
  const text = textOf(line.words);
  const tokens = tokensOf(text);
  const others = tokens.filter((token) => token.kind === 'other' && !PLAIN.test(token.text));
  if (others.length > MOST_OTHERS || others.some((token) => /\d/.test(token.text))) return null;
  const segments = segmentsOf(tokens).map((segment) => ({
    direction: directionOf(segment),
    counts: countsOf(segment),
    sums: segment.filter(({ kind }) => kind === 'money').flatMap((token) => centsOf(token.text) ?? []),
  }));
  const saysSum = SAYS_SUM.test(text);
  const counts = segments.flatMap(({ direction, counts: found }) =>
    found.map((count) => ({ direction, count })),
  );
  const sums = segments.flatMap(({ direction, counts: found, sums: cents }) =>
    saysSum || found.length > 0 ? cents.map((one) => ({ direction, cents: one })) : [],
  );
  return counts.length + sums.length === 0 ? null : { page: line.page, box: line.box, text, counts, sums };
}

function tokensOf(text: string): Token[] {
  return [...text.replaceAll(OTHER_NUMBERS, ' ').matchAll(TOKENS)].flatMap(({ 0: found, groups = {} }) => {
    const kind = (Object.keys(groups) as Kind[]).find((name) => groups[name] !== undefined);
    return kind === undefined ? [] : [{ kind, text: found }];
  });
}

const isDirection = ({ kind }: Token): boolean => kind === 'debit' || kind === 'credit';

/** "Debits 12 1,234.56 Credits 3 10.00" and "12 debits 3 credits": each begins with what the line begins with. */
function segmentsOf(tokens: readonly Token[]): Token[][] {
  const told = tokens.filter(({ kind }) => kind !== 'other' && kind !== 'count' && kind !== 'unit');
  const leader = told[0];
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    const open = segments.at(-1) ?? [];
    const isLeader =
      leader !== undefined && (isDirection(leader) ? isDirection(token) : token.kind === leader.kind);
    const isComplete =
      open.some(isDirection) && open.some(({ kind }) => kind === 'number' || kind === 'money');
    if (isLeader && isComplete) segments.push([token]);
    else open.push(token);
  }
  return segments;
}

function directionOf(segment: readonly Token[]): TransactionType | null {
  const isDebit = segment.some(({ kind }) => kind === 'debit');
  const isCredit = segment.some(({ kind }) => kind === 'credit');
  if (isDebit === isCredit) return null;
  return isDebit ? 'Debit' : 'Credit';
}

/** Numbers beside what they count. */
function countsOf(segment: readonly Token[]): number[] {
  const told = segment.filter(({ kind }) => kind !== 'other');
  return told.flatMap((token, index) => {
    if (token.kind !== 'number') return [];
    const [before, after] = [told[index - 1], told[index + 1]?.kind];
    // "Item 3" is the name of one, "Items: 3" counts them.
    const isCounted = before?.kind === 'unit' ? /s$/i.test(before.text) : before !== undefined;
    const isCount =
      (isCounted && ['unit', 'count', 'debit', 'credit'].includes(before?.kind ?? '')) ||
      ['unit', 'debit', 'credit'].includes(after ?? '');
    return isCount ? [Number(token.text.replaceAll(',', ''))] : [];
  });
}

function centsOf(text: string): number | null {
  const parsed = parseAmount(text.replaceAll(/\s/g, ''));
  return 'cents' in parsed ? Math.abs(parsed.cents) : null;
}
