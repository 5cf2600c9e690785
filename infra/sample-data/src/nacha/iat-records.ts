import type { SampleEntry } from '../ledger/sample-entry.ts';
import { INSTITUTION_NAME, INSTITUTION_ROUTING } from '../world/institution.ts';
import { digits, record, text } from './columns.ts';

/** Everything here comes from one country, which is enough to be international. */
const COUNTRY = 'CA';
const CURRENCY = 'CAD';
/** Qualifier 01: the institution is named by a number of its country's clearing system. */
const NATIONAL_CLEARING = '01';

/** Columns 5 to 40 of the batch header, where other classes have the company and its own data. */
export function iatHeaderStart(): string {
  const fixedToFixed = 'FF';
  const noReference = '3';
  return text('', 16) + fixedToFixed + noReference + text('', 15) + 'US';
}

/** After the description, where other classes have a date of the company's own. */
export const IAT_CURRENCIES = `${CURRENCY}USD`;

/** Columns 13 to 78 of an entry: the count of addenda comes first, the name stands in the addenda. */
export function iatEntryMiddle({ accountNumber, cents }: SampleEntry, addendaCount: number): string {
  return digits(addendaCount, 4) + text('', 13) + digits(cents, 10) + text(accountNumber, 35) + text('', 4);
}

/** The seven addenda that every international entry has: 10 to 16, who sends and who receives, through whom. */
export function iatAddenda(entry: SampleEntry): string[] {
  const { company, firstName, lastName, accountNumber, routingNumber, cents, traceNumber } = entry;
  const sequence = traceNumber.slice(-7);
  const address = (type: string, city: string, country: string) =>
    record(type, text(city, 35), text(country, 35), text('', 14), sequence);
  const institution = (type: string, name: string, routing: string, country: string) =>
    record(
      type,
      text(name, 35),
      NATIONAL_CLEARING,
      text(routing, 34),
      text(country, 3),
      text('', 10),
      sequence,
    );
  return [
    record(
      '710',
      'MIS',
      digits(cents, 18),
      text('', 22),
      text(`${firstName} ${lastName}`, 35),
      text('', 6),
      sequence,
    ),
    record('711', text(company, 35), text('1 HARBOUR STREET', 35), text('', 14), sequence),
    address('712', 'HALIFAX*NS\\', `${COUNTRY}*B3H 0A1\\`),
    institution('713', 'ATLANTIC CLEARING BANK', routingNumber, COUNTRY),
    institution('714', INSTITUTION_NAME, INSTITUTION_ROUTING, 'US'),
    record('715', text(`M${accountNumber.slice(0, 7)}`, 15), text('PO BOX 1', 35), text('', 34), sequence),
    address('716', 'RIVERTON*OH\\', 'US*44001\\'),
  ];
}
