import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { isVocabulary, type WordMeaning } from './question-vocabulary.ts';

export interface QuestionToken {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Null for an unknown word. */
  sign: WordMeaning | null;
  /** Number of words in the phrase that begins here. */
  words: number;
}

/** Words that may name a company or member in the ledger. */
export interface MentionedName {
  text: string;
  first: number;
  last: number;
  /** In quotes, capitalized, or after "company": treated as a name even when it is not in the ledger. */
  isCertain: boolean;
  /** The start of a company name is enough. */
  mayBeBeginning: boolean;
  only: 'company' | 'member' | 'account' | null;
}

/**
 * The question as " meaning:word" for each word, with a space at the end. This form lets a pattern express
 * word order.
 */
export const meaningText = (tokens: readonly QuestionToken[]) =>
  `${tokens.map(({ sign, lower }) => ` ${sign ?? 'unknown'}:${lower}`).join('')} `;

export const hasMeaning = (text: string, ...meanings: WordMeaning[]) =>
  meanings.some((meaning) => text.includes(` ${meaning}:`));

export function tokenAt(tokens: readonly QuestionToken[], index: number): QuestionToken {
  const token = tokens[index];
  if (token === undefined) throw new RangeError('The question has no word at this index.');
  return token;
}

export function mentionedQuotedNames(text: string, tokens: readonly QuestionToken[]): MentionedName[] {
  return [...text.matchAll(/["“]([^"“”]+)["”]/gu)].flatMap(({ index, 0: whole, 1: inner = '' }) => {
    const within = tokens.flatMap((token, place) =>
      token.start >= index && token.end <= index + whole.length ? [place] : [],
    );
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ text: inner.trim(), first, last, isCertain: true, mayBeBeginning: true, only: null }];
  });
}

export function mentionedAccounts(tokens: readonly QuestionToken[]): MentionedName[] {
  return tokens.flatMap((token, index): MentionedName[] => {
    const before = tokens
      .slice(Math.max(0, index - 2), index)
      .map(({ lower }) => lower)
      .join(' ');
    const isEnd =
      /^\*{2,}\w{4}$/.test(token.text) || (/^\d{4}$/.test(token.text) && /\bending (?:in|with)$/.test(before));
    const isNumber =
      /^\d{6,17}$/.test(token.text) ||
      (/^[\w-]{4,17}$/.test(token.text) && /\d/.test(token.text) && /\baccount(?: number)?$/.test(before));
    if (!isEnd && !isNumber) return [];
    const first = isEnd && /^\d/.test(token.text) ? index - 2 : index;
    return [{ text: token.text, first, last: index, isCertain: true, mayBeBeginning: false, only: 'account' }];
  });
}

const isCapital = (text: string) => /^\p{Lu}/u.test(text);

const isAllCapitals = (text: string) => text.length > 1 && text === text.toUpperCase() && /\p{Lu}/u.test(text);

const NAME_LENGTH = 6;

function kindOfName(before: string): 'company' | 'member' | null {
  if (/^(?:company|companies|originator|merchant|vendor)$/.test(before)) return 'company';
  return /^(?:member|customer|depositor)$/.test(before) ? 'member' : null;
}

/**
 * "Capital One" is a name; "Show Credits By Month" is not. A single capitalized first word is not necessarily
 * a name.
 */
export function capitalNames(tokens: readonly QuestionToken[], text: string): MentionedName[] {
  const names: MentionedName[] = [];
  let run: number[] = [];
  const close = () => {
    while (run.length > 0 && beginsNoName(tokens, run)) run = run.slice(1);
    const words = run.map((index) => tokenAt(tokens, index));
    const isName = words.some(({ lower, text: word }) => !isVocabulary(lower) && !isClass(word));
    const [first, last] = [run[0], run.at(-1)];
    run = [];
    if (first === undefined || last === undefined || !isName) return;
    // In "Payroll by month", the capital only marks the start of the question, so the word may not be a name.
    const isOpening = first === 0 && last === 0 && !isAllCapitals(tokenAt(tokens, 0).text);
    for (let index = first; index <= last; index += 1) {
      const token = tokenAt(tokens, index);
      token.sign = index === first ? 'name' : 'part';
    }
    names.push({
      text: text.slice(tokenAt(tokens, first).start, tokenAt(tokens, last).end).replace(/['’]s$/u, ''),
      first,
      last,
      isCertain: !isOpening,
      mayBeBeginning: true,
      only: kindOfName(tokens[first - 1]?.lower ?? ''),
    });
  };
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1];
    const gap = previous === undefined ? '' : text.slice(previous.end, token.start);
    const joins =
      run.length > 0 && /^[ .]{1,2}$/.test(gap) && run.length < NAME_LENGTH && !/['’]s$/u.test(previous?.text ?? '');
    const isPart =
      token.sign === null &&
      (isCapital(token.text) ||
        (joins &&
          /^(?:&|of|and|the|\d{1,4})$/i.test(token.text) &&
          isCapital(tokens[index + 1]?.text ?? '') &&
          /^[\d&]/.test(token.text)));
    if (!isPart || (run.length > 0 && !joins)) close();
    if (isPart) run.push(index);
  });
  close();
  return names;
}

/**
 * An SEC code, or a vocabulary word capitalized only because it starts the sentence, as in "Did ACME" or
 * "Show Ruth Miller".
 */
function beginsNoName(tokens: readonly QuestionToken[], [first = 0, second]: readonly number[]): boolean {
  const token = tokenAt(tokens, first);
  if (!isVocabulary(token.lower) && !isClass(token.text)) return false;
  if (second === undefined) return true;
  // "STATE FARM" and "Capital One" are names even though they begin with vocabulary words.
  if (isAllCapitals(token.text) && isAllCapitals(tokenAt(tokens, second).text)) return false;
  return !/^(?:state|total|first|capital|general|business|credit|net|high|target|value|main|top)$/.test(token.lower);
}

export function isClass(word: string): boolean {
  return DEFAULT_SEC_CODES.includes(word);
}

export function plainNames(tokens: readonly QuestionToken[]): MentionedName[] {
  const names: MentionedName[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (tokenAt(tokens, first).sign !== null) continue;
    let last = first;
    while (tokens[last + 1]?.sign === null && last - first < NAME_LENGTH) last += 1;
    const before = tokens[first - 1]?.lower ?? '';
    const only = before === 'companies' ? null : kindOfName(before);
    names.push({
      text: tokens
        .slice(first, last + 1)
        .map(({ text }) => text.replace(/['’]s$/u, ''))
        .join(' '),
      first,
      last,
      isCertain: false,
      mayBeBeginning: only === 'company' || /^(?:from|to|at|by|with)$/.test(before),
      only,
    });
    first = last;
  }
  return names;
}
