import type { InstitutionFields } from '@clearwatch/contracts/http/institution';

/** Whose paper it is: the name, and below it what tells the institution from others of that name. */
export interface Letterhead {
  name: string;
  lines: string[];
}

/** @returns null when no name is stated: then nothing is said of an institution */
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
