import type { Fact } from '@clearwatch/contracts/ai-reports';
import {
  findAll,
  findCodes,
  findDates,
  findNumbers,
  findNumberWords,
  type Statement,
  type TextRange,
} from './find-figures.ts';

/** A capitalized word. "McDonald's", "High-Risk" and "A&B" are one word each. */
const CAPITALIZED_WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{M}\p{N}]+)*`;
const CAPITALIZED_WORDS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${CAPITALIZED_WORD}(?: (?:& )?${CAPITALIZED_WORD})*`,
  'gu',
);
/** The first word of every sentence is capitalized. */
const SENTENCE_START = /(?:^|[.!?:;•|]["”’')]*\s+|[\n(“"‘\uFFFC–—]\s*)["“‘(]*$/u;
/** A single word at the start of a sentence is a name when one of these verbs follows. */
const VERB_AFTER_NAME =
  /^(?:['’]s\b| (?:sent|paid|pays|received|receives|originated|originates|posted|made|makes|credited|debited|moved|transferred|withdrew|deposited|accounted|accounts for|contributed|led|leads|was|is|has|had|and \p{Lu}|grew|fell|rose)\b)/u;

/**
 * Capitalized words that are neither vocabulary nor names in the ledger. A single word at the start of a
 * sentence counts only before a verb.
 */
export function findUnknownNames(text: string, isKnown: (word: string) => boolean): Statement[] {
  return [...text.matchAll(CAPITALIZED_WORDS)].flatMap((match): Statement[] => {
    const words = [...match[0].matchAll(/[^ &]+/gu)].map(({ index, 0: word }) => ({
      start: match.index + index,
      isKnown: isKnownWord(word, isKnown),
    }));
    const end = match.index + match[0].length;
    const opensSentence = SENTENCE_START.test(text.slice(Math.max(0, match.index - 8), match.index));
    const isOpenerIgnored = opensSentence && (words.length > 1 || !VERB_AFTER_NAME.test(text.slice(end)));
    const counted = isOpenerIgnored ? words.slice(1) : words;
    if (counted.every((word) => word.isKnown)) return [];
    // A known word that only starts the sentence is not part of the name.
    const [first] = opensSentence && words[0]?.isKnown === true ? counted : words;
    return [{ start: first?.start ?? match.index, end, parsed: { kind: 'unclear' } }];
  });
}

function isKnownWord(word: string, isKnown: (word: string) => boolean): boolean {
  const bare = word.replace(/['’]s$/u, '');
  const parts = bare.split(/[-&.'’]/u);
  return bare.length === 1 || isKnown(bare) || parts.every((part) => part.length < 2 || isKnown(part));
}

/** Names that differ only in case or spacing are the same. */
export function normalizeName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * Matches whole words. Members and companies match in any case when the text capitalizes them; other ledger
 * words must match exactly.
 */
export class KnownNames {
  private readonly pattern: RegExp | null;
  private readonly exact: ReadonlySet<string>;
  private readonly inAnyCase: ReadonlySet<string>;

  constructor(facts: readonly Fact[]) {
    const named = facts
      .flatMap(({ value }) => (value.kind === 'name' ? [{ of: value.of, name: value.name.trim() }] : []))
      .filter(({ name }) => canBeFound(name));
    this.exact = new Set(named.map(({ name }) => name));
    this.inAnyCase = new Set(
      named.filter(({ of, name }) => of !== 'other' && name.length > 2).map(({ name }) => normalizeName(name)),
    );
    const names = [...this.exact]
      .toSorted((left, right) => right.length - left.length)
      .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`));
    this.pattern =
      names.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  }

  find(text: string): Statement[] {
    if (this.pattern === null) return [];
    const isMeant = (name: string) =>
      this.exact.has(name) || (/^[^\p{Ll}]/u.test(name) && this.inAnyCase.has(normalizeName(name)));
    return findAll(text, this.pattern, ([name]) => ({ kind: 'name', name })).filter(({ start, end }) =>
      isMeant(text.slice(start, end)),
    );
  }
}

/** A masked account such as "***4411" is not a figure. */
const MASKED = /^\*+\w+$/;

/** A name in a file that reads like a figure ("500", "$1 MILLION", "Aug 2026") would let such figures pass. */
function canBeFound(name: string): boolean {
  const figures = [...findDates(name), ...findNumberWords(name), ...findNumbers(name)];
  return MASKED.test(name) || /\p{L}.*\p{L}/u.test(figures.reduce(blankOut, name));
}

/**
 * Text that needs no fact: rule citations, limits next to the word that names them, and words that look like
 * numbers. A bare "0.5%" needs a fact.
 */
const EXEMPT_PATTERNS: readonly RegExp[] = [
  // A list or section number at the very beginning, such as "3. Risks" or "2) ".
  /^\s*\(?\d{1,2}[.)](?=\s+\p{Lu})/gu,
  /\b\d{1,2} (?:CFR|C\.F\.R\.)(?: Parts?| §{1,2}| [Ss]ections?)? ?\d{1,4}(?:\.\d{1,4})?(?:\([a-z0-9]{1,4}\))*/gu,
  /\b\d{1,2} (?:USC|U\.S\.C\.)(?: §{1,2}| [Ss]ection)? ?\d{1,5}[a-z]?(?:-\d+)?(?:\([a-z0-9]{1,4}\))*/gu,
  /\bReg(?:ulation|\.)? [A-Z]{1,2}\b/gu,
  /\bNacha(?: Operating)? Rules?,? (?:[Ss]ubs|[Ss])ections? \d{1,2}(?:\.\d{1,2}){1,3}/gu,
  // Information sharing under the USA PATRIOT Act.
  /\b[Ss]ection 314\((?:a|b)\)/gu,
  /\bSHA-256\b|\b24\/7\b/gu,
  // Currency transaction reports, 31 CFR 1010.311.
  /(?<=\$)10,000(?:\.00)?(?= (?:currency )?(?:transaction )?(?:reporting )?(?:threshold|limit)\b)/gu,
  // Suspicious activity reports by credit unions, 12 CFR 748.1(d).
  /(?<=\$)5,000(?:\.00)?(?= (?:SAR|suspicious activity) (?:reporting )?threshold\b)/giu,
  // Nacha's levels for unauthorized, administrative and overall returns.
  /\b(?:0\.5|3(?:\.0)?|15(?:\.0)?) ?(?:%|percent)(?= (?:Nacha )?(?:threshold|level|limit)\b)/giu,
  /(?<=\b(?:threshold|level|limit)s? of )(?:0\.5|3(?:\.0)?|15(?:\.0)?) ?(?:%|percent)/giu,
  // Consumer reports of unauthorized transfers, 12 CFR 1005.11(b).
  /\b(?:60|sixty)[ -](?:calendar )?days?\b(?=[^.]*(?:Regulation E|1005\.\d|unauthorized))/giu,
  /(?<=(?:Regulation E|1005\.\d)[^.]*)\b(?:60|sixty)[ -](?:calendar )?days?\b/giu,
  // Filing of suspicious activity reports, 31 CFR 1020.320(b)(3).
  /\b(?:30|thirty)[ -](?:calendar )?days?\b(?=[^.]*(?:\bSAR\b|suspicious activity report|1020\.320))/giu,
  /(?<=(?:\bSAR\b|suspicious activity report|1020\.320)[^.]*)\b(?:30|thirty)[ -](?:calendar )?days?\b/giu,
  // Returns by the receiving institution, Nacha Operating Rules, Section 3.8.
  /\b(?:2|two)[ -]banking[ -]days?\b(?=[^.]*return)/giu,
  // Words that only look like numbers: "one" when it counts nothing, "half" when it divides nothing, and
  // idioms.
  /\b(?:no one|any ?one|every ?one|one another|one by one|one at a time|one[- ](?:time|off|sided|to[- ]one)|at one time|one day|one way|on the one hand|one (?:should|may|can|must|might)|one or more|(?:is|are|was|were|as|be) one of|, one of|the one|(?:average|typical|usual|last|next|other|larger|smaller|largest|smallest|new|old|former|latter|single) one|this one|that one|which one|each one)\b/giu,
  /\b(?:first|second|other) half\b|\bhalf[- ](?:day|way|year|hour)s?\b|\bhalfway\b/giu,
  /\bdouble[- ](?:check|entry|count)\w*\b/giu,
  /\bsecond[- ]to[- ]none\b|\bzero[- ](?:tolerance|dollar)\b|\btwo[- ]factor\b|\bthird[- ]part(?:y|ies)\b/giu,
];

/** Replaces text that an earlier step has parsed. Not a letter, digit or space. */
const TAKEN_CHARACTER = '\uE000';

/**
 * All statements in order. Names are found first because they may contain numbers; unknown names are found
 * only when `isKnownWord` is given.
 */
export function findStatements(
  text: string,
  known: { names: KnownNames; isKnownWord: ((word: string) => boolean) | null },
): Statement[] {
  const found: Statement[] = [];
  let rest = text;
  const take = (statements: readonly Statement[]) => {
    for (const statement of statements) {
      if (rest.slice(statement.start, statement.end).includes(TAKEN_CHARACTER)) continue;
      found.push(statement);
      rest = blankOut(rest, statement);
    }
  };
  take(known.names.find(rest));
  rest = EXEMPT_PATTERNS.flatMap((pattern) => findAll(rest, pattern, () => ({ kind: 'unclear' }))).reduce(
    blankOut,
    rest,
  );
  take(findDates(rest));
  take(findNumberWords(rest));
  take(findCodes(rest));
  // Outside a date, "2026" may be a year or a count.
  const isYear = ({ start, end }: TextRange) => /^(?:19|20)\d\d$/.test(text.slice(start, end));
  take(findNumbers(rest).map((number) => (isYear(number) ? { ...number, parsed: { kind: 'unclear' } } : number)));
  const { isKnownWord } = known;
  if (isKnownWord !== null) take(findUnknownNames(rest, isKnownWord));
  return found.toSorted((left, right) => left.start - right.start);
}

function blankOut(text: string, { start, end }: TextRange): string {
  return text.slice(0, start) + TAKEN_CHARACTER.repeat(end - start) + text.slice(end);
}

/** Capitalized industry terms that are not names of parties. */
const INDUSTRY_WORDS =
  'ACH Nacha NACHA SEC BSA AML KYC SAR SARs CTR CTRs OFAC FinCEN NCUA CFPB FFIEC FDIC UCC USA US U.S United States ' +
  'America American Federal Reserve Fed Bank Secrecy Act Regulation Code CFR USC Treasury Congress Patriot PATRIOT ' +
  'RDFI RDFIs ODFI ODFIs NOC NOCs IAT PPD CCD CTX WEB TEL ARC BOC POP RCK CIE MTE ADV COR DNE ENR TRC TRX XCK ' +
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Fridays Christmas Thanksgiving Independence Labor ' +
  'Memorial Easter New Year Clearwatch Markdown English IT HR CEO CFO BEC PIN ID IDs AI LLC FAQ Same Day';

/** Words that can start a sentence. Words in the report's own facts and text do not need to be listed. */
const COMMON_WORDS =
  'a about above according account accounts across action actions activity add additional additionally after again ' +
  'against age ahead all almost alone along already also although always among amount amounts an analysis analyst ' +
  'analysts and another any anyone apart apply are around as ask at attention average balance balances banking based ' +
  'because before begin behind below beneath beside besides between beyond block board both branch business but by ' +
  'call can careful case cases cash caution certain change changes check clear close combined company companies ' +
  'compared comparison compliance concentration concern confirm consider consistent consistently contact continue ' +
  'contrast conversely credit credits current currently customer customers daily data day days debit debits decide ' +
  'decline declines deposit deposits despite detection direct document documents double down due during each early ' +
  'either elsewhere employer employers encourage end enhanced ensure entries entry equally escalate especially even ' +
  'every evidence examine examiners example except executive expect external fall figures file files finally finding ' +
  'findings first focus follow following for four fourth fraud from fully further furthermore general given good ' +
  'growth had half has have headline here hence high higher highlights historical hold how however if immediate ' +
  'immediately impact important in include including income increase increases indeed individual inflow inflows ' +
  'inform institution instead internal into investigate is it its just keep key large larger largest last lastly late ' +
  'later least lending less let level levels likely likewise limit limits lines list little loan loans long look low ' +
  'lower main maintain major make management many match meanwhile measured median member members membership method ' +
  'might money monitor monitoring month monthly months more moreover most much must nearly neither net never new next ' +
  'nine no none nonetheless nor normal not notable notably note nothing notify now number numbers of offer officer on ' +
  'once one ongoing only open operations or order other others otherwise our out outflow outflows outgoing over ' +
  'overall overview own part particular particularly patterns pay payment payments payroll peak per perhaps period ' +
  'place plan please point policy portfolio possible potential potentially prepare previous prior prioritize priority ' +
  'procedures profile provide purpose question quick quickly rather reach recent recently recommendation ' +
  'recommendations recommended recommend record reduce refer regarding regular relationship relative relevant remain ' +
  'remaining report reports request require resolve respectively response result results retain retention return ' +
  'returns review reviewed reviewing risk risks rule rules safe same scope second section sections see segment select ' +
  'senior separately seven several share shared should sign significant significantly similar similarly simultaneously ' +
  'since single situation six small smaller so some source sources specific specifically staff start state statistics ' +
  'step steps still strategic strategy strong stronger structuring subsequently such summary supervision support ' +
  'suspicious system table take taken targeted team ten terms than that the their them then there therefore these they ' +
  'third this those though three threshold thresholds through throughout thus time timing to today together top total ' +
  'totals toward track trace transaction transactions transfer transfers trend trends two type typical typically ' +
  'ultimately unauthorized under unexpected unit unless unlike until unusual unusually update up upon urgent use used ' +
  'using usual value values velocity verify very via view visibility volume volumes warning was watch we week weekly ' +
  'weeks well were what when where whereas whether which while who whole why wide will with withdrawal withdrawals ' +
  'within without work worth would year years yet you your zero';

/** The texts must not contain names. Otherwise, "Acme" would pass in the name of any invented company. */
export function vocabularyOf(texts: readonly string[]): (word: string) => boolean {
  const words = new Set(
    [INDUSTRY_WORDS, COMMON_WORDS, ...texts].flatMap((text) =>
      (text.match(/[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu) ?? []).map((word) => word.toLowerCase()),
    ),
  );
  return (word) => {
    const lower = word.toLowerCase();
    return words.has(lower) || (lower.endsWith('s') && words.has(lower.slice(0, -1)));
  };
}
