import { dayExists } from '../../../calendar/day.ts';
import type { Said, Statement } from './statement.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const NAME = String.raw`(?<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|Jun(?:e|\.)?|Jul(?:y|\.)?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const END = String.raw`(?![\p{L}\p{N}]|[/.:-]\d)`;
const START = String.raw`(?<![\p{L}\p{N}/.:-])`;

/** The longest forms first: what one has taken is not looked at again. */
const FORMS: readonly RegExp[] = [
  new RegExp(`${START}(?<year>(?:19|20)\\d\\d)-(?<number>\\d\\d)-(?<day>\\d\\d)${END}`, 'gu'),
  new RegExp(`${START}(?<number>\\d{1,2})/(?<day>\\d{1,2})/(?<year>(?:(?:19|20)\\d\\d|\\d\\d))${END}`, 'gu'),
  // "Jul 22–28, 2026": two days of one month.
  new RegExp(`\\b${NAME} ${DAY} ?(?:[-–—]|to) ?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?${END}`, 'gu'),
  new RegExp(`\\b${NAME} ${DAY},? ?${YEAR}${END}`, 'gu'),
  new RegExp(`${START}${DAY}(?: of)? ${NAME},? ${YEAR}${END}`, 'gu'),
  new RegExp(`\\b${NAME} ${DAY}${END}`, 'gu'),
  new RegExp(`${START}${DAY}(?: of)? ${NAME}${END}`, 'gu'),
  new RegExp(`\\b${NAME},?(?: of)? ${YEAR}${END}`, 'gu'),
  new RegExp(`${START}(?<year>(?:19|20)\\d\\d)-(?<number>0[1-9]|1[0-2])${END}`, 'gu'),
  // "May" and "March" are verbs too: alone they are months only after a word that asks for one.
  new RegExp(
    `(?<=\\b(?:in|of|since|until|through|during|from|by|to|and|between|before|after|early|late|mid|last|this)[ -])${NAME}${END}`,
    'gu',
  ),
  /\b(?<month>January|February|April|June|July|August|September|October|November|December)\b/gu,
];

/** Days and months in the ways English and software write them. A day that does not exist is unclear. */
export function findDates(text: string): Statement[] {
  const found: Statement[] = [];
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push(...statementsOf(match, { start, end }));
    }
  }
  return found;
}

/** Two for "Jul 22–28, 2026": up to the dash, and from there. */
function statementsOf(match: RegExpExecArray, { start, end }: { start: number; end: number }): Statement[] {
  const groups = match.groups ?? {};
  const month =
    groups['number'] === undefined ? monthNumber(groups['month'] ?? '') : Number(groups['number']);
  const year = yearOf(groups['year']);
  if (groups['day'] === undefined) return [{ start, end, said: monthSaid(year, month) }];
  const first = daySaid({ year, month, day: Number(groups['day']) });
  if (groups['last'] === undefined) return [{ start, end, said: first }];
  const middle = start + /^\D+\d+(?:st|nd|rd|th)?/u.exec(match[0])![0].length;
  const rest = match[0].slice(middle - start).search(/\d/);
  return [
    { start, end: middle, said: first },
    { start: middle + rest, end, said: daySaid({ year, month, day: Number(groups['last']) }) },
  ];
}

function monthNumber(name: string): number {
  const start = name.replace('.', '').toLowerCase().slice(0, 3);
  return MONTHS.findIndex((month) => month.startsWith(start)) + 1;
}

/** "26" is 2026: there is no ledger of another century. */
function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

function daySaid(said: { year: number | null; month: number; day: number }): Said {
  // Without a year, February has 29 days.
  return dayExists(said.year ?? 2_000, said.month, said.day) ? { kind: 'day', ...said } : { kind: 'unclear' };
}

function monthSaid(year: number | null, month: number): Said {
  return month >= 1 && month <= 12 ? { kind: 'month', year, month } : { kind: 'unclear' };
}
