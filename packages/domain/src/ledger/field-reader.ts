import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { ParsedDate } from '../calendar/parse-date.ts';
import { type EntryKindFields, FIELD_LIMITS } from './ledger-row.ts';

export interface FieldProblem {
  field: string;
  /** The value in the file, truncated to 200 characters; empty without a value. */
  value: string;
  reason: string;
}

const MAX_DISPLAYED_LENGTH = 200;

/** For display, truncated to 200 characters. */
export function displayValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, MAX_DISPLAYED_LENGTH).toWellFormed();
}

/** C0, C1 and DEL. PostgreSQL rejects NUL in text; the other characters can hide parts of a text. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/;
// oxlint-disable-next-line no-control-regex
const ALL_CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;

const MAX_VALUE_LENGTH = 64;
/** Maximum length in UTF-16 units. */
const LONGEST: Readonly<Record<CsvField, number>> = {
  ...FIELD_LIMITS,
  fullName: FIELD_LIMITS.lastName,
  amount: MAX_VALUE_LENGTH,
  debitAmount: MAX_VALUE_LENGTH,
  creditAmount: MAX_VALUE_LENGTH,
  transactionType: MAX_VALUE_LENGTH,
  postingDate: MAX_VALUE_LENGTH,
  settlementDate: MAX_VALUE_LENGTH,
  effectiveDate: MAX_VALUE_LENGTH,
  memberId: FIELD_LIMITS.metadata,
  routingNumber: FIELD_LIMITS.metadata,
};

export interface FieldSource {
  value(field: CsvField): unknown;
  /** The field's name in the file, shown to the user even when the field is missing. */
  name(field: CsvField): string;
  parseDate(text: string): ParsedDate;
}

export class FieldReader {
  readonly problems: FieldProblem[] = [];

  constructor(readonly source: FieldSource) {}

  /** Null when empty. Lone surrogates become U+FFFD, because equal rows would otherwise differ after storage. */
  prose(field: CsvField): string | null {
    const text = this.#text(field);
    if (text === null) return null;
    const clean = (CONTROL_CHARACTERS.test(text) ? text.replaceAll(ALL_CONTROL_CHARACTERS, ' ') : text).trim();
    this.#checkLength(field, clean, LONGEST[field]);
    return clean === '' ? null : clean.toWellFormed();
  }

  /** A number, code or account: like prose, except that a control character rejects the row. */
  identifier(field: CsvField, longest = LONGEST[field]): string | null {
    const text = this.#text(field)?.trim() ?? '';
    if (text === '') return null;
    if (CONTROL_CHARACTERS.test(text)) {
      this.reject(field, 'the value contains a control character such as NUL; remove it');
      return null;
    }
    this.#checkLength(field, text, longest);
    return text.toWellFormed();
  }

  requiredProse(field: CsvField): string {
    return this.required(field, this.prose(field));
  }

  requiredIdentifier(field: CsvField): string {
    return this.required(field, this.identifier(field));
  }

  required(field: CsvField, value: string | null): string {
    if (value !== null) return value;
    if (!this.isRejected(field)) this.reject(field, 'the field is required and is missing or empty');
    return '';
  }

  date(field: CsvField): Extract<ParsedDate, { day: string }> | null {
    const text = this.identifier(field);
    if (text === null) return null;
    const parsed = this.source.parseDate(text);
    if ('day' in parsed) return parsed;
    this.reject(field, parsed.reason);
    return null;
  }

  kindFields(transactionCode: string, amountCents: number): EntryKindFields {
    return {
      transactionCode,
      amountCents,
      class: this.identifier('class')?.toUpperCase() ?? null,
      entryDescription: this.prose('entryDescription'),
      addenda: this.prose('addenda'),
    };
  }

  isRejected(field: CsvField): boolean {
    return this.problems.some((problem) => problem.field === this.source.name(field));
  }

  reject(field: CsvField, reason: string): void {
    const value = displayValue(this.source.value(field));
    this.problems.push({ field: this.source.name(field), value, reason });
  }

  /** Converts numbers to text; null without a value. Other types reject the row. */
  #text(field: CsvField): string | null {
    const value = this.source.value(field);
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    this.reject(field, 'the value must be text or a number, not a list, an object or true/false');
    return null;
  }

  #checkLength(field: CsvField, text: string, longest: number): void {
    if (text.length > longest) this.reject(field, `the text is longer than ${longest} characters; shorten it`);
  }
}
