import { addDays, type Day } from '../../calendar/day.ts';
import { type CalendarUnit, monthsBefore, type Period } from '../../calendar/period.ts';
import {
  between,
  COUNT,
  type FoundPeriod,
  type Groups,
  type LedgerDays,
  MONTH,
  numberOf,
  ORDINALS,
  READINGS,
  type Reading,
  regexOf,
  UNIT,
  WEEKDAYS,
} from './period-grammar.ts';

/** Nearby words that change the days: "early in March", "the first week of March", "March of next year". */
const MORE_AHEAD = regexOf(
  String.raw`(?:\b(?:early|late|mid)[ -](?:in |of )?(?:the )?|\b(?:middle|end|start|beginning|close|turn|rest|remainder|part|half)s? (?:of |in )(?:the )?|\b(?:${ORDINALS.join('|')}|fifth|last|final|1st|2nd|3rd|4th|5th) (?:full |whole |business )?(?:day|week|weekend|month|quarter|half|${WEEKDAYS.join('|')})s? (?:of |in )?(?:the )?|\b(?:next|coming|following|upcoming|except|except for|excluding|by|as of|each|every|around|approximately|roughly|same) (?:in |of |for |during )?)$`,
  'iu',
);

/** Such as "the 30 days to October 31" and "two weeks before June 3". */
const COUNTED_AHEAD = regexOf(
  String.raw`\b${COUNT} ${UNIT}s? (?:to|through|up to|until|till|ending|ending on|before|after|since|from|following)(?: the)? $`,
  'iu',
);

const MORE_BEHIND = regexOf(
  String.raw`^(?:[-/]?\d|['’]s (?:${ORDINALS.join('|')}|last|final)\b|,? (?:(?:of|in|from|during) )?(?:the |that |each |every )?(?:(?:same|last|this|next|previous|prior|preceding|following|coming|current|past|fiscal|${ORDINALS.join('|')}|final) )(?:\w+ )?(?:year|quarter|month|week|half|day)s?\b|,? (?:of|in|from|during) (?:the |that )?(?:year|quarter|month|week|half)\b|,? (?:(?:of|in|from) )?(?:(?:19|20)\d\d|['’]\d\d)\b|,? (?:of|in) (?:${MONTH.replace('?<month>', '?:')}|Q[1-4])|,? (?:ago|before|earlier|later|prior|after|following|ending)\b)`,
  'iu',
);

const RANGE = /^,? ?(?:to|until|till|through|thru|up to|-|–)(?: the)? ?$/iu;

const LIST = /^,? ?(?:and|&|,)(?: (?:in|of|for|during))?(?: the)? ?$/iu;

const AGAINST = /\b(?:compar\w*|versus|vs|against|than|relative to|differ\w*)\b/iu;

const CHANGE =
  /\b(?:chang\w+|ris(?:e|es|en|ing)|rose|gr[eo]w\w*|increas\w+|decreas\w+|f[ae]ll\w*|drop\w*|declin\w+|shr[iau]nk\w*|up|down|differ\w*)\b/iu;

interface Match extends Pick<FoundPeriod, 'start' | 'end'> {
  reading: Reading;
  words: string;
  groups: Groups;
}

/**
 * Also returns date words that were not understood. Days without a year are the newest up to `asOf`, and no
 * period extends past it.
 */
export function readPeriods(text: string, ledger: LedgerDays) {
  const matches: Match[] = [];
  for (const [pattern, reading] of READINGS)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (matches.some((other) => start < other.end && other.start < end)) continue;
      if (reading.isName?.(match[0], text.slice(end)) === true) continue;
      matches.push({ reading, start, end, words: match[0], groups: match.groups ?? {} });
    }
  // "So far" means the whole ledger only when no other days are named, unlike in "so far in November".
  const [one] = matches.filter(({ words }) => /^so far$/i.test(words));
  if (one !== undefined && matches.length > 1) matches.splice(matches.indexOf(one), 1);
  matches.sort((left, right) => left.start - right.start);
  const found: FoundPeriod[] = [];
  const unread: { start: number; end: number }[] = [];
  let before: Period | null = null;
  for (const [index, match] of matches.entries()) {
    const { start, end, reading, words } = match;
    const groups = withYear(matches, index, text);
    const period: FoundPeriod['period'] | null =
      groups === null ? null : clipToLedger(reading(groups, { ...ledger, before }), ledger.asOf);
    const joined = index > 0 && RANGE.test(text.slice(matches[index - 1]?.end, start));
    const read: Pick<FoundPeriod, 'start' | 'end' | 'period'> | null =
      period === null ? null : withBoundaryWords(period, match, text, { ledger, joined });
    if (read === null) {
      unread.push({ start, end });
      continue;
    }
    const { count, unit, edge, toDate } = match.groups;
    const isRolling = unit !== undefined && edge === undefined && (count !== undefined || /\bpast /i.test(words));
    const own = (unit?.toLowerCase() ?? null) as CalendarUnit | null;
    if (typeof read.period !== 'string') before ??= read.period;
    found.push({
      start: read.start,
      end: read.end,
      period: read.period,
      rolling: isRolling ? { count: count === undefined ? 1 : numberOf(count), unit: unit as CalendarUnit } : null,
      unit: toDate === undefined && (typeof read.period === 'string' || /\blast \w+$/i.test(words)) ? own : null,
      isBase: false,
    });
  }
  return { found: joinPeriods(found, text), unread };
}

/**
 * "March and April 2025", "from Q3 to Q4 2025": one year applies to both. Null when it is unclear whether the
 * year applies to both.
 */
function withYear(matches: readonly Match[], index: number, text: string): Groups | null {
  const own = matches[index];
  if (own === undefined) return null;
  const { groups, reading, words } = own;
  const [previous, next] = [matches[index - 1], matches[index + 1]];
  const yearOf = (match: Match | undefined) =>
    match?.reading.isYearly === true ? (match.groups['year'] ?? match.groups['yearAhead']) : undefined;
  if (reading.isYearly !== true || yearOf(own) !== undefined || groups['which'] !== undefined) return groups;
  const isJoined = (left: Match, right: Match) => {
    const words = text.slice(left.end, right.start);
    return RANGE.test(words) || LIST.test(words);
  };
  const isAgainst = (left: Match, right: Match) =>
    /^,? (?:vs\.?|versus|with|against|compared (?:with|to)|than)(?: in| of)?(?: the)? ?$/iu.test(
      text.slice(left.end, right.start),
    );
  const withoutPreposition = (words: string) =>
    words.replace(/^(?:in|of|for|during|from) (?:the )?/iu, '').toLowerCase();
  const bare = (match: Match) => withoutPreposition(match.words.replace(/\W*(?:19|20)\d\d$/u, ''));
  const isNumber = (match: Match) => /(?<!of )\b(?:19|20)\d\d$/u.test(match.words);
  if (next !== undefined && yearOf(next) !== undefined) {
    if (isJoined(own, next)) return { ...groups, year: yearOf(next), last: bare(next) };
    if (isAgainst(own, next) && isNumber(next)) return bare(next) === withoutPreposition(words) ? groups : null;
  }
  if (previous !== undefined && yearOf(previous) !== undefined) {
    if (isJoined(previous, own)) return { ...groups, year: yearOf(previous) };
    if (isNumber(previous) && isAgainst(previous, own)) return bare(previous) === bare(own) ? groups : null;
  }
  return groups;
}

/**
 * Adjusts a period for nearby words such as "since", "before", "until" and "to date"; null when they were not
 * understood.
 */
function withBoundaryWords(
  period: FoundPeriod['period'],
  { start, end, words, reading, groups }: Match,
  text: string,
  { ledger, joined }: { ledger: LedgerDays; joined: boolean },
): Pick<FoundPeriod, 'start' | 'end' | 'period'> | null {
  const { asOf, firstDay } = ledger;
  const own =
    /^(?:(?:in|of|for|during|since|before|after|until|till|through|from) )?(?:the )?/iu.exec(words)?.[0] ?? '';
  const ahead = text.slice(0, start) + own;
  const behind = text.slice(end);
  if (COUNTED_AHEAD.test(ahead)) return null;
  if (typeof period === 'string') return MORE_BEHIND.test(behind) ? null : { start, end, period };
  const toDate = /^ (?:to date|to now|until now|till now|on\b|onwards?\b|forward)/iu.exec(behind);
  const hint =
    /\b(?:(?<since>ever since|since|starting|starting (?:in|from|with)|beginning (?:in|from|with))|(?<after>after)|(?<before>before|prior to|ahead of)|(?<until>until|till|through|thru|up to|up until)) (?:(?:the )?(?<edge>start|beginning|end) of )?(?:the )?$/iu.exec(
      ahead,
    );
  // "From June 3" and "between … and" need no adjustment.
  const isOwn =
    /^(?:since|starting|from|after|until|till|up to|through|before) /iu.test(words) &&
    reading.isYearly !== true &&
    groups['year'] === undefined;
  if (hint !== null && !isOwn && !joined) {
    if (MORE_BEHIND.test(behind)) return null;
    const { since, after, before, edge } = hint.groups ?? {};
    const isEnd = edge?.toLowerCase() === 'end';
    const isStart = edge !== undefined && !isEnd;
    const first = isEnd ? addDays(period.lastDay, 1) : period.firstDay;
    const last = isStart ? addDays(period.firstDay, -1) : period.lastDay;
    const read =
      since !== undefined
        ? between(first, asOf)
        : after !== undefined
          ? between(addDays(last, 1), asOf)
          : before !== undefined
            ? between(firstDay, addDays(isEnd ? addDays(period.lastDay, 1) : period.firstDay, -1))
            : between(firstDay, last);
    return read === null ? null : { start: Math.min(start, hint.index), end, period: read };
  }
  if (toDate !== null && (/^ to|now$/iu.test(toDate[0]) || /\bfrom (?:the )?$/iu.test(ahead)))
    return { start, end: end + toDate[0].length, period: { firstDay: period.firstDay, lastDay: asOf } };
  if (MORE_AHEAD.test(ahead) || MORE_BEHIND.test(behind)) return null;
  return { start, end, period };
}

/**
 * "From Q1 to Q3" is one period, "March and April" covers both months, and "change from March to April"
 * compares them.
 */
function joinPeriods(found: readonly FoundPeriod[], text: string): FoundPeriod[] {
  const joined: FoundPeriod[] = [];
  for (const own of found) {
    const last = joined.at(-1);
    if (last === undefined || typeof last.period === 'string' || typeof own.period === 'string') {
      joined.push(own);
      continue;
    }
    const words =
      text.slice(last.end, own.start) + (/^(?:until|till|through|up to) /iu.exec(text.slice(own.start))?.[0] ?? '');
    const isFrom = /\bfrom (?:the )?$/iu.test(text.slice(0, last.start)) || /^from /iu.test(text.slice(last.start));
    const isBetween = /\bbetween (?:the )?$/iu.test(text.slice(0, last.start)) && / and (?:the )?$/iu.test(words);
    const isRange = RANGE.test(words) || isBetween;
    const isWhole = last.period.firstDay !== last.period.lastDay && own.period.firstDay !== own.period.lastDay;
    const { period } = last;
    const isList =
      LIST.test(words) &&
      !AGAINST.test(text) &&
      !CHANGE.test(text) &&
      addDays(period.lastDay, 1) === own.period.firstDay;
    if (isRange && isWhole && (isFrom || isBetween) && CHANGE.test(text))
      joined.splice(-1, 1, { ...last, isBase: true }, own);
    else if ((isRange && (isFrom || isBetween || !AGAINST.test(text))) || isList) {
      const isLater = period.firstDay > own.period.lastDay;
      const firstDay = isLater ? monthsBefore(period.firstDay, 12) : period.firstDay;
      const whole = { firstDay, lastDay: own.period.lastDay };
      joined.splice(-1, 1, { ...own, start: last.start, rolling: null, unit: null, period: whole });
    } else joined.push(own);
  }
  return joined;
}

/** From the first to the last day that a prompt names; null when it names none. */
export function periodOfPrompt(prompt: string, ledger: LedgerDays): Period | null {
  const named = readPeriods(prompt, ledger)
    .found.map(({ period }) => period)
    .filter((period) => typeof period !== 'string');
  const [firstDay] = named.map((period) => period.firstDay).toSorted();
  const [lastDay] = named
    .map((period) => period.lastDay)
    .toSorted()
    .toReversed();
  return firstDay === undefined || lastDay === undefined ? null : { firstDay, lastDay };
}

function clipToLedger(read: FoundPeriod['period'] | null, asOf: Day): FoundPeriod['period'] | null {
  if (read === null || typeof read === 'string') return read;
  if (read.firstDay > asOf) return null;
  return { firstDay: read.firstDay, lastDay: read.lastDay > asOf ? asOf : read.lastDay };
}
