import type { Fact } from '@clearwatch/contracts/ai-reports';
import { ACTIVITY_CATEGORIES } from '@clearwatch/contracts/alerts';
import { MONTH_NAMES } from '@clearwatch/domain/calendar/day';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { NUMBER_WORDS, ORDINALS } from '@clearwatch/domain/report-writing/custom/period-grammar';
import { PHRASES } from '@clearwatch/domain/report-writing/custom/question-vocabulary';
import { findUnknownNames, vocabularyOf } from '@clearwatch/domain/report-writing/verification/find-statements';

type HiddenKind = 'member' | 'account';
const PSEUDONYM_LABELS: Readonly<Record<HiddenKind, string>> = { member: 'Member', account: 'Account' };

const WITHHELD_NAME = '[name withheld]';
const WITHHELD_NUMBER = '[number withheld]';
const WITHHELD = /\[(?:name|number) withheld\]/g;

const MASKED_ACCOUNT = /\*{2,}\w+/g;
/** Account, card and Social Security numbers: digits that are not an amount or a date. */
const LONG_NUMBER = /(?<![\d$.,-])(?!\d{4}-\d\d-\d\d)(?:\d(?:[ -]?\d){8,18}|\d{6,8})(?!\d|[.,]\d)/g;

/**
 * Pseudonyms for the members and accounts in one report: "Member 1", "Account 2". Companies keep their names.
 */
export class Pseudonyms {
  /** Fact IDs by pseudonym. */
  readonly factIds: ReadonlyMap<string, string>;
  private readonly byName: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | null;

  /** @param withheld additional names to hide */
  constructor(facts: readonly Fact[], withheld: readonly string[] = []) {
    const byName = new Map<string, string>();
    const factIds = new Map<string, string>();
    const counts: Record<HiddenKind, number> = { member: 0, account: 0 };
    for (const { id, value } of facts) {
      if (value.kind !== 'name' || (value.of !== 'member' && value.of !== 'account')) continue;
      const name = normalizedName(value.name);
      if (name === '' || byName.has(name)) continue;
      counts[value.of] += 1;
      const pseudonym = `${PSEUDONYM_LABELS[value.of]} ${counts[value.of]}`;
      byName.set(name, pseudonym);
      factIds.set(pseudonym, id);
    }
    for (const [name, pseudonym] of Array.from(byName)) {
      const turned = lastNameFirst(name);
      if (turned !== null && !byName.has(turned)) byName.set(turned, pseudonym);
    }
    for (const name of withheld.map(normalizedName))
      if (!byName.has(name)) byName.set(name, /\p{N}/u.test(name) ? WITHHELD_NUMBER : WITHHELD_NAME);
    this.byName = byName;
    this.factIds = factIds;
    this.pattern = patternOf([...byName.keys()]);
  }

  /** Replaces members and accounts named in facts with pseudonyms, and other masked accounts with "an account". */
  hide(text: string): string {
    const hidden =
      this.pattern === null
        ? text
        : text.replaceAll(this.pattern, (name) => this.byName.get(normalizedName(name)) ?? name);
    return hidden.replaceAll(MASKED_ACCOUNT, 'an account');
  }

  /** For text that staff typed. Also hides long numbers and parts of names. */
  hideInPrompt(text: string): string {
    const parts = this.partsOfNames();
    const pattern = patternOf([...parts.keys()]);
    const hidden = this.hide(text).replaceAll(LONG_NUMBER, WITHHELD_NUMBER);
    if (pattern === null) return hidden;
    return hidden.replaceAll(pattern, (part) => parts.get(normalizedName(part)) ?? part);
  }

  /** First and last names of at least four letters, because shorter ones are often other words. */
  private partsOfNames(): Map<string, string> {
    const parts = new Map<string, string | null>();
    for (const [name, pseudonym] of this.byName) {
      if (!pseudonym.startsWith(PSEUDONYM_LABELS.member)) continue;
      for (const part of name.split(/[ ,]+/).filter((word) => /^\p{L}{4,}$/u.test(word))) {
        const known = parts.get(part);
        parts.set(part, known === undefined || known === pseudonym ? pseudonym : null);
      }
    }
    return new Map([...parts].map(([part, pseudonym]) => [part, pseudonym ?? 'a member']));
  }
}

const normalizedName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Many files list "jane doe" as "doe, jane". */
function lastNameFirst(name: string): string | null {
  const words = name.split(' ');
  const last = words.pop();
  return last === undefined || words.length === 0 ? null : `${last}, ${words.join(' ')}`;
}

function patternOf(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = names.toSorted((left, right) => right.length - left.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.map(asPattern).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

const asPattern = (name: string): string =>
  name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

const CATALOGUE = Object.entries(ACTIVITY_CATEGORIES).flatMap(([type, category]) => [activityLabel(type), category]);

/** The words that reports understand in a question. */
const QUESTION_WORDS = [
  ...[...PHRASES.values()].flat().flatMap(({ words }) => words),
  ...Object.keys(NUMBER_WORDS),
  ...ORDINALS,
  ...MONTH_NAMES,
].join(' ');

/** An amount, a count, a share, a year or an ordinal number, but no day, because it may be a date of birth. */
const FIGURE =
  /^(?:\$\d[\d,]*(?:\.\d+)?[km]?|\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d{1,4}(?:\.\d\d)?%?|\d{1,2}(?:st|nd|rd|th))$/i;
const EDGES = /^[^\p{L}\p{M}\p{N}$]+|(?:['’]s)?[^\p{L}\p{M}\p{N}%]*$/gu;

/**
 * The parts of a prompt that are neither words of reports nor figures: they may be names in any script, numbers of
 * accounts, dates of birth or addresses. Words in the report are not treated as known, because it may repeat the prompt.
 */
export function textsToWithhold(prompt: string, facts: readonly Fact[], pseudonyms: Pseudonyms): string[] {
  const isKnown = vocabularyOf([
    ...CATALOGUE,
    QUESTION_WORDS,
    ...facts.map(({ label }) => pseudonyms.hide(label)),
    ...facts.flatMap(({ value }) => (value.kind === 'name' && value.of === 'company' ? [value.name] : [])),
  ]);
  const hidden = pseudonyms.hideInPrompt(prompt);
  const names = findUnknownNames(hidden, isKnown).map(({ start, end }) => hidden.slice(start, end));
  const words = (hidden.replaceAll(WITHHELD, ' ').match(/\S+/g) ?? []).map((word) => word.replaceAll(EDGES, ''));
  const isKnownWord = (word: string) => word.split(/[-/&’']/).every((part) => part === '' || isKnown(part));
  return [...names, ...words.filter((word) => !FIGURE.test(word) && !isKnownWord(word))];
}
