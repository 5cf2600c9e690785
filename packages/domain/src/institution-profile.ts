import type { InstitutionFields } from '@clearwatch/contracts/institution.dto';
import { hasValidCheckDigit } from './nacha/ach-codes.ts';

export type InstitutionField = keyof InstitutionFields;
export type InstitutionProblems = Partial<Record<InstitutionField, string>>;

export const NAME_MAX_LENGTH = 100;
export const ADDRESS_MAX_LINES = 4;
export const ADDRESS_LINE_MAX_LENGTH = 80;
/** RFC 5321, section 4.5.3.1. */
const EMAIL_MAX_LENGTH = 254;
const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(\.[^\s@<>(),;:".]+)+$/;
/** Digits as written in the United States and abroad, with an extension. */
const PHONE = /^\+?[\d\s().-]{7,30}((ext\.?|x)\s?\d{1,6})?$/i;
/** Federal charters and NCUA numbers of state-chartered credit unions have up to five digits. */
const CHARTER = /^[1-9]\d{0,4}$/;
/** Control characters and direction marks, which forge lines in print. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A sentence for each wrong field; empty when all can be saved. */
export function institutionProblems(fields: InstitutionFields): InstitutionProblems {
  const found: Record<InstitutionField, string | null> = {
    name: nameProblem(fields.name),
    routingNumber: problemUnlessNull(fields.routingNumber, routingProblem),
    charterNumber: problemUnlessNull(fields.charterNumber, (text) =>
      CHARTER.test(text) ? null : 'An NCUA charter number has one to five digits.',
    ),
    addressLines: addressProblem(fields.addressLines),
    contactName: problemUnlessNull(
      fields.contactName,
      (text) => tooLong(text, NAME_MAX_LENGTH) ?? unprintable(text),
    ),
    contactPhone: problemUnlessNull(fields.contactPhone, (text) =>
      PHONE.test(text) && digitsIn(text) >= 7
        ? null
        : 'Write a telephone number of seven digits or more, for example (555) 010-0100.',
    ),
    contactEmail: problemUnlessNull(fields.contactEmail, (text) =>
      EMAIL.test(text) && text.length <= EMAIL_MAX_LENGTH
        ? unprintable(text)
        : 'Write an e-mail address, for example compliance@example.org.',
    ),
    displayTimeZone: null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}

/** Trimmed; empty texts become null. */
export function normalizeInstitution(fields: InstitutionFields): InstitutionFields {
  const textOrNull = (text: string | null | undefined): string | null => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? null : trimmed;
  };
  return {
    name: fields.name.trim(),
    routingNumber: textOrNull(fields.routingNumber),
    charterNumber: textOrNull(fields.charterNumber),
    addressLines: fields.addressLines.map((line) => line.trim()).filter((line) => line !== ''),
    contactName: textOrNull(fields.contactName),
    contactPhone: textOrNull(fields.contactPhone),
    contactEmail: textOrNull(fields.contactEmail),
    displayTimeZone: fields.displayTimeZone ?? null,
  };
}

function nameProblem(name: string): string | null {
  if (name === '') return 'A name is needed.';
  return tooLong(name, NAME_MAX_LENGTH) ?? unprintable(name);
}

function routingProblem(text: string): string | null {
  if (!/^\d{9}$/.test(text)) return 'An ABA routing number has nine digits.';
  return hasValidCheckDigit(text) && text !== '000000000'
    ? null
    : 'The ninth digit does not fit the eight before it. Please look for a slip.';
}

function addressProblem(lines: readonly string[]): string | null {
  if (lines.length > ADDRESS_MAX_LINES) return `An address has ${ADDRESS_MAX_LINES} lines at most.`;
  return (
    lines.map((line) => tooLong(line, ADDRESS_LINE_MAX_LENGTH) ?? unprintable(line)).find(isText) ?? null
  );
}

function tooLong(text: string, maximum: number): string | null {
  return text.length > maximum ? `${maximum} characters at most.` : null;
}

function unprintable(text: string): string | null {
  return UNPRINTABLE.test(text) || !text.isWellFormed()
    ? 'It holds a character that cannot be printed.'
    : null;
}

function problemUnlessNull(text: string | null, problemOf: (text: string) => string | null): string | null {
  return text === null ? null : problemOf(text);
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

function isText(text: string | null): text is string {
  return text !== null;
}

export interface Letterhead {
  name: string;
  lines: string[];
}

/** @returns null without a name */
export function letterheadOf(fields: Omit<InstitutionFields, 'displayTimeZone'>): Letterhead | null {
  const { name, routingNumber, charterNumber, addressLines, contactName, contactPhone, contactEmail } =
    fields;
  if (name === '') return null;
  const contact = [contactName, contactPhone, contactEmail].filter((text) => text !== null);
  const lines = [
    addressLines,
    [
      ...(routingNumber === null ? [] : [`ABA ${routingNumber}`]),
      ...(charterNumber === null ? [] : [`NCUA charter ${charterNumber}`]),
    ],
    contact.length === 0 ? [] : [`Compliance: ${contact.join(', ')}`],
  ];
  return { name, lines: lines.filter((parts) => parts.length > 0).map((parts) => parts.join(' · ')) };
}
