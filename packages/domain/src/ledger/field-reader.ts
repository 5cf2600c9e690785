import type { Day } from '../calendar/day.ts';
import { parseDate } from '../calendar/parse-date.ts';

/** What is wrong with one field of a row. */
export interface FieldProblem {
  /** The field as the file calls it. */
  field: string;
  /** What the file holds there, cut to 200 characters; empty when there is nothing. */
  value: string;
  /** What to do about it, in plain words. */
  reason: string;
}

const MAX_DISPLAYED_LENGTH = 200;

/** Any JSON value as a person can recognise it, cut to 200 characters. */
export function displayValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, MAX_DISPLAYED_LENGTH).toWellFormed();
}

/** C0 and C1 control characters and DEL. PostgreSQL refuses NUL in text; the others hide what a text says. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/;
// oxlint-disable-next-line no-control-regex
const ALL_CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;

interface TextRule {
  /** Longest text in UTF-16 units. */
  longest: number;
}

/**
 * Takes the fields of one row and collects everything that is wrong with them, so that a rejected row is explained whole.
 * Names are looked up as own properties only: a key like `__proto__` or `constructor` is never one of ours.
 */
export class FieldReader {
  readonly problems: FieldProblem[] = [];
  readonly #element: Readonly<Record<string, unknown>>;

  constructor(element: Readonly<Record<string, unknown>>) {
    this.#element = element;
  }

  /** The first of these names that the row has with content, or the first name. */
  nameOf(names: readonly string[]): string {
    for (const name of names) {
      if (!Object.hasOwn(this.#element, name)) continue;
      const value = this.#element[name];
      if (value !== null && value !== undefined && value !== '') return name;
    }
    return names[0] ?? '';
  }

  /** The value under a name, undefined when the row has none. */
  value(name: string): unknown {
    return Object.hasOwn(this.#element, name) ? this.#element[name] : undefined;
  }

  /**
   * Text for people: control characters become blanks, lone surrogates U+FFFD (or equal rows would differ once stored),
   * ends are trimmed. Null when nothing is left.
   */
  prose(name: string, { longest }: TextRule): string | null {
    const text = this.#text(name);
    if (text === null) return null;
    const clean = (
      CONTROL_CHARACTERS.test(text) ? text.replaceAll(ALL_CONTROL_CHARACTERS, ' ') : text
    ).trim();
    if (clean.length > longest) this.#tooLong(name, longest);
    return clean === '' ? null : clean.toWellFormed();
  }

  /** A number, code or account: like prose, but a control character inside rejects the row instead of changing it. */
  identifier(name: string, { longest }: TextRule): string | null {
    const text = this.#text(name)?.trim() ?? '';
    if (CONTROL_CHARACTERS.test(text)) {
      this.reject(name, 'the value holds a control character such as NUL; remove it');
      return null;
    }
    if (text.length > longest) this.#tooLong(name, longest);
    return text === '' ? null : text.toWellFormed();
  }

  /** A value that must be there; the row is rejected and the answer empty when it is not. */
  required(name: string, value: string | null): string {
    if (value !== null) return value;
    if (!this.problems.some(({ field }) => field === name)) {
      this.reject(name, 'the field is required and is missing or empty');
    }
    return '';
  }

  date(name: string, latest: Day): { day: Day; minuteOfDay: number | null } | null {
    const text = this.identifier(name, { longest: 64 });
    if (text === null) return null;
    const parsed = parseDate(text, latest);
    if ('day' in parsed) return parsed;
    this.reject(name, parsed.reason);
    return null;
  }

  reject(name: string, reason: string): void {
    this.problems.push({ field: name, value: displayValue(this.value(name)), reason });
  }

  /** Text, or a number as text; null for nothing at all. Anything else rejects the row. */
  #text(name: string): string | null {
    const value = this.value(name);
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    this.reject(name, 'the value must be a text or a number, not a list, an object or true/false');
    return null;
  }

  #tooLong(name: string, longest: number): void {
    this.reject(name, `the text is longer than ${longest} characters; shorten it`);
  }
}
