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
/** US and international notation, with an optional extension. */
const PHONE = /^\+?[\d\s().-]{7,30}((ext\.?|x)\s?\d{1,6})?$/i;
/** Federal charter numbers and NCUA numbers for state-chartered credit unions have up to five digits. */
const CHARTER = /^[1-9]\d{0,4}$/;
/** Control characters and direction marks, which can be used to forge printed lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** One sentence per invalid field; empty when the profile can be saved. */
export function institutionProblems(fields: InstitutionFields): InstitutionProblems {
  const { name, routingNumber, charterNumber, addressLines, contactName, contactPhone, contactEmail } = fields;
  const isPhone = contactPhone === null || (PHONE.test(contactPhone) && /(?:\d\D*){7}/.test(contactPhone));
  const isEmail = contactEmail === null || (EMAIL.test(contactEmail) && contactEmail.length <= EMAIL_MAX_LENGTH);
  const found: Partial<Record<InstitutionField, string | null>> = {
    name: name === '' ? 'Enter a name.' : textProblem(name, NAME_MAX_LENGTH),
    routingNumber: routingNumber === null ? null : routingProblem(routingNumber),
    charterNumber:
      charterNumber === null || CHARTER.test(charterNumber) ? null : 'An NCUA charter number has one to five digits.',
    addressLines:
      addressLines.length > ADDRESS_MAX_LINES
        ? `An address can have at most ${ADDRESS_MAX_LINES} lines.`
        : addressLines.map((line) => textProblem(line, ADDRESS_LINE_MAX_LENGTH)).find((problem) => problem !== null),
    contactName: textProblem(contactName ?? '', NAME_MAX_LENGTH),
    contactPhone: isPhone ? null : 'Enter a phone number with at least seven digits, for example (555) 010-0100.',
    contactEmail: isEmail
      ? textProblem(contactEmail ?? '', EMAIL_MAX_LENGTH)
      : 'Enter an email address, for example compliance@example.org.',
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem != null));
}

function routingProblem(text: string): string | null {
  if (!/^\d{9}$/.test(text)) return 'An ABA routing number has nine digits.';
  return hasValidCheckDigit(text) && text !== '000000000'
    ? null
    : 'The check digit of this routing number is wrong. Check the nine digits for a typing error.';
}

function textProblem(text: string, maximum: number): string | null {
  if (text.length > maximum) return `Use at most ${maximum} characters.`;
  return UNPRINTABLE.test(text) || !text.isWellFormed() ? 'Remove the character that cannot be printed.' : null;
}

/** Trimmed; empty strings become null. */
export function normalizeInstitution(fields: InstitutionFields): InstitutionFields {
  const textOrNull = (text: string | null | undefined) => text?.trim() || null;
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

export interface Letterhead {
  name: string;
  lines: string[];
}

/** @returns null without a name */
export function letterheadOf(fields: Omit<InstitutionFields, 'displayTimeZone'>): Letterhead | null {
  const { name, routingNumber, charterNumber, addressLines, contactName, contactPhone, contactEmail } = fields;
  if (name === '') return null;
  const contact = [contactName, contactPhone, contactEmail].filter((text) => text !== null);
  const lines = [
    addressLines,
    [routingNumber && `ABA ${routingNumber}`, charterNumber && `NCUA charter ${charterNumber}`],
    [contact.length > 0 && `Compliance: ${contact.join(', ')}`],
  ];
  return { name, lines: lines.map((parts) => parts.filter(Boolean).join(' · ')).filter(Boolean) };
}
