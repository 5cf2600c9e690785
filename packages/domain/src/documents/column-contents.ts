import { csvDirectionOf } from '../csv/csv-amounts.ts';
import type { ColumnMeaning } from '../csv/heading-words.ts';
import { hasValidCheckDigit, secCodeOf, transactionCodeOf } from '../nacha/ach-codes.ts';

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d\d)|(?:19|20)\d\d([/.-])\d{1,2}\2\d{1,2}|\d{1,2}[ -]?(?:${MONTHS})[a-z]*\.?,?[ -]?(?:\d{4}|\d\d)|(?:${MONTHS})[a-z]*\.? \d{1,2},? \d{4})$`,
  'i',
);
/** MMDDYY, YYYYMMDD, MMDDYYYY and the year and day of the year. */
const COMPACT_DATE =
  /^(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:20)?\d\d|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|20\d\d(?:[0-2]\d\d|3[0-6]\d))$/;
/** Zeros in front belong to account numbers: "0016434.40". */
const MONEY = /^[-+(]?\s*\$?\s*[-+(]?(?:0|[1-9][\d,]*)?\.\d{2}\)?[-+]?(?:\s*(?:CR|DR|C|D))?$/i;
const PLAIN_MONEY = /^\d{5,}\.\d{2}$/;
const PERSON = /^\p{L}[\p{L}.'’-]*(?:,\s*| +)\p{L}[\p{L}.'’-]*(?:,? +\p{L}[\p{L}.'’-]*){0,3}$/u;
const COMPANY_WORDS =
  /\b(?:inc|llc|ltd|co|corp|company|bank|ins|insurance|util\w*|svcs?|services?|dept|treas|city|county|state|assn|fund|group|energy|gas|mtg|loans?|pay)\b/i;

// cspell:ignore reimb xxsoc pymt xxciv xxrr
/** Company entry descriptions and company names of entries that members only receive, or only pay. */
export const CREDIT_WORDS =
  /\b(?:payroll|salary|wages?|pension|dir(?:ect)? dep(?:osit)?|tax refund|refund|benefits?|dividend|annuity|reimb\w*|retire\w*|ssa|soc sec|xxsoc sec|xxciv|xxrr ret|treas 310|staffing)\b/i;
export const DEBIT_WORDS =
  /\b(?:bill|premium|prem|rent|loan|loan p\w+|mtg|mortgage|dues|copay|tuition|donation|club fees|subscript\w*|utility|utilities|util pymt|insurance|electric|water|gas|broadband|wireless|cable|internet|fitness|gym|dental|day ?care|hoa|homeowners|pest ctrl)\b/i;

const TESTS = {
  money: (text) => MONEY.test(text),
  date: (text) => DATE.test(text),
  compactDate: (text) => COMPACT_DATE.test(text),
  trace: (text) => /^\d{15}$/.test(text.replaceAll(/[\s-]/g, '')),
  routing: (text) => /^\d{9}$/.test(text) && hasValidCheckDigit(text),
  code: (text) => transactionCodeOf(withoutLetter(text)) !== null,
  direction: (text) => !/\d/.test(text) && csvDirectionOf(text) !== null,
  secCode: (text) => secCodeOf(text.toUpperCase()) !== null,
  number: (text) =>
    /^(?=(?:\D*\d){4})[A-Z]{0,4}\d[A-Z\d. -]{1,24}$/i.test(text) &&
    (!MONEY.test(text) || PLAIN_MONEY.test(text)) &&
    !DATE.test(text),
  digits: (text) => /^\d+$/.test(text),
  person: (text) => PERSON.test(text),
  comma: (text) => /^\p{L}[\p{L}.' ’-]*, ?\p{L}/u.test(text),
  companyWords: (text) => COMPANY_WORDS.test(text),
  text: (text) => (text.match(/\p{L}/gu) ?? []).length >= 2 && !MONEY.test(text),
  purpose: (text) => CREDIT_WORDS.test(text) || DEBIT_WORDS.test(text),
} satisfies Record<string, (text: string) => boolean>;

/** "C22", "AC-32" and "LN52" are transaction codes behind the direction or the kind of account. */
export const withoutLetter = (code: string): string => code.replace(/^[A-Z]{1,2}-?(?=\d\d$)/i, '');

/** "-" or "--" in a column of amounts stands for no amount. */
export const isDash = (text: string): boolean => /^[-–—]+$/.test(text.trim());

export type CellKind = keyof typeof TESTS;

export const isOfKind = (text: string, kind: CellKind): boolean => TESTS[kind](text.trim());

/** What the cells of a column are. */
export class ColumnContents {
  readonly filled: readonly string[];
  /** Different texts per filled cell, 0 to 1. */
  readonly variety: number;
  readonly #shares = new Map<CellKind, number>();

  constructor(texts: readonly string[]) {
    const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
    const others = filled.filter((text) => !isDash(text));
    this.filled = others.some(TESTS.money) ? others : filled;
    this.variety = this.filled.length === 0 ? 0 : new Set(this.filled).size / this.filled.length;
  }

  /** Share of the filled cells; 0 for an empty column. */
  share(kind: CellKind): number {
    const known = this.#shares.get(kind);
    if (known !== undefined) return known;
    const { length } = this.filled;
    const share = length === 0 ? 0 : this.filled.filter((text) => TESTS[kind](text)).length / length;
    this.#shares.set(kind, share);
    return share;
  }

  /** The kind of nearly all cells, for people and for comparing columns. */
  get kind(): 'empty' | 'money' | 'date' | 'trace' | 'code' | 'direction' | 'secCode' | 'number' | 'text' | 'other' {
    if (this.filled.length === 0) return 'empty';
    for (const kind of ['money', 'date', 'trace', 'code', 'direction', 'secCode', 'number', 'text'] as const)
      if (this.share(kind) >= NEARLY_ALL) return kind;
    return 'other';
  }

  /** Running numbers, possibly with a fixed step. */
  get isSequence(): boolean {
    const numbers = this.filled.map((text) => (text.length <= MAX_SEQUENCE_LENGTH ? Number(text) : Number.NaN));
    const [first, second] = numbers;
    if (first === undefined || second === undefined || numbers.some(Number.isNaN)) return false;
    const step = second - first;
    const steps = numbers.slice(1).filter((number, index) => number - (numbers[index] ?? 0) === step);
    return step > 0 && steps.length >= NEARLY_ALL * (numbers.length - 1);
  }
}

export const NEARLY_ALL = 0.85;
const MAX_SEQUENCE_LENGTH = 8;

/** How well the cells fit a meaning, 0 (impossible) to 1, regardless of the heading. */
export function contentFit(contents: ColumnContents, meaning: ColumnMeaning): number {
  if (contents.filled.length === 0) return 0;
  const share = (kind: CellKind): number => contents.share(kind);
  const only = (kind: CellKind): number => (share(kind) >= MOSTLY ? share(kind) : 0);
  switch (meaning) {
    case 'accountNumber':
    case 'originalAccount':
      return accountFit(contents);
    case 'memberId':
      return Math.min(0.5, only('digits'));
    case 'amount':
    case 'debitAmount':
    case 'creditAmount':
    case 'balance':
    case 'fee':
      return only('money');
    case 'checkTracerNumber':
      return only('trace') > 0 ? share('trace') : Math.min(0.4, only('number'));
    case 'transactionType':
      return only('direction');
    case 'transactionCode':
      return only('code');
    case 'class':
      return only('secCode');
    case 'effectiveDate':
    case 'settlementDate':
    case 'postingDate':
      return Math.max(only('date'), Math.min(0.5, only('compactDate')));
    case 'fullName':
      return nameFit(contents);
    case 'firstName':
    case 'lastName':
      return isWordy(contents) && share('comma') === 0 ? Math.min(0.6, share('text')) : 0;
    case 'middleInitial':
      return contents.filled.every((text) => /^\p{L}?\.?$/u.test(text)) ? 0.5 : 0;
    case 'company':
      return isWordy(contents) ? companyFit(contents) : 0;
    case 'entryDescription':
      return share('text') >= MOSTLY && share('date') < MOSTLY ? 0.4 + 0.4 * share('purpose') : 0;
    case 'batch':
      return Math.min(0.4, only('digits'));
    case 'routingNumber':
      return only('routing') * 0.6;
    case 'addenda':
      return 0.2;
    case 'sequence':
      return contents.isSequence ? 0.9 : contents.filled.every((text) => /^\d{1,6}$/.test(text)) ? 0.3 : 0;
    case 'status':
    case 'suffix':
      return contents.filled.every((text) => text.length <= 40) && share('money') === 0 ? 0.3 : 0;
    case 'identifier':
      return share('money') > 0 ? 0 : Math.max(0.3, only('routing') * 0.7);
  }
}

const MOSTLY = 0.6;

const isWordy = (contents: ColumnContents): boolean =>
  contents.share('text') >= MOSTLY &&
  contents.share('direction') < MOSTLY &&
  contents.share('secCode') < MOSTLY &&
  contents.share('date') < MOSTLY;

/** Account numbers are long and different in nearly every row; other numbers are dates, batches, and banks. */
function accountFit(contents: ColumnContents): number {
  const numbers = contents.share('number');
  if (numbers < MOSTLY || contents.share('trace') >= MOSTLY || contents.share('date') >= MOSTLY) return 0;
  if (contents.isSequence) return 0.1;
  const { filled, variety } = contents;
  const isDate = contents.share('compactDate') >= NEARLY_ALL;
  const isBank = contents.share('routing') >= NEARLY_ALL;
  if (filled.length > 2 && (isDate || isBank)) return 0.1;
  return numbers * (filled.length > 2 && variety < 0.5 ? 0.3 : 0.9);
}

/** An account's name is repeated in all its entries. */
const MIN_VARIETY = 0.5;

function nameFit(contents: ColumnContents): number {
  if (!isWordy(contents)) return 0;
  if (contents.share('comma') >= MOSTLY) return 0.95;
  const digits = contents.filled.filter((text) => /\d/.test(text)).length / contents.filled.length;
  if (digits > 0.1) return 0.15;
  const person = contents.share('person');
  return person < MOSTLY
    ? 0.25
    : 0.2 + 0.5 * person * Math.max(MIN_VARIETY, contents.variety) * (1 - contents.share('companyWords'));
}

function companyFit(contents: ColumnContents): number {
  if (contents.share('comma') >= MOSTLY) return 0.1;
  const long = contents.filled.filter((text) => text.length >= 6).length / contents.filled.length;
  if (long < MOSTLY) return 0.2;
  const repeats = contents.filled.length > 3 ? 1 - contents.variety : 0.3;
  return Math.min(0.9, 0.35 + 0.25 * repeats + 0.3 * contents.share('companyWords'));
}
