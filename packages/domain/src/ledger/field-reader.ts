import type { Day } from '../calendar/day.ts';
import { parseDate } from '../calendar/parse-date.ts';

export interface FieldProblem {
  /** Its name in the file. */
  field: string;
  /** The value in the file, cut to 200 characters; empty for none. */
  value: string;
  /** What to do, in plain words. */
  reason: string;
}

const MAX_DISPLAYED_LENGTH = 200;

/** For people, cut to 200 characters. */
export function displayValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, MAX_DISPLAYED_LENGTH).toWellFormed();
}

/** C0, C1 and DEL. PostgreSQL refuses NUL in text; the others hide parts of it. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/;
// oxlint-disable-next-line no-control-regex
const ALL_CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;

interface TextRule {
  /** In UTF-16 units. */
  longest: number;
}

/**
 * Reads the fields of one row and collects all of their problems. It reads own properties only, so `__proto__` and
 * `constructor` are never found.
 */
export class FieldReader {
  readonly problems: FieldProblem[] = [];
  readonly #element: Readonly<Record<string, unknown>>;

  constructor(element: Readonly<Record<string, unknown>>) {
    this.#element = element;
  }

  /** The first name with content, else the first name. */
  nameOf(names: readonly string[]): string {
    for (const name of names) {
      if (!Object.hasOwn(this.#element, name)) continue;
      const value = this.#element[name];
      if (value !== null && value !== undefined && value !== '') return name;
    }
    return names[0] ?? '';
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#element, name) ? this.#element[name] : undefined;
  }

  /**
   * Trimmed text for people; null when empty. Control characters become blanks, lone surrogates U+FFFD (otherwise equal
   * rows would differ once stored).
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

  /** A number, code or account: like prose, but a control character rejects the row. */
  identifier(name: string, { longest }: TextRule): string | null {
    const text = this.#text(name)?.trim() ?? '';
    if (CONTROL_CHARACTERS.test(text)) {
      this.reject(name, 'the value holds a control character such as NUL; remove it');
      return null;
    }
    if (text.length > longest) this.#tooLong(name, longest);
    return text === '' ? null : text.toWellFormed();
  }

  /** Rejects the row when the value is missing. */
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

  /** Numbers as text; null for no value. Other types reject the row. */
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
