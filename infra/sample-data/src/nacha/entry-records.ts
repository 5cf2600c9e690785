import type { SampleEntry } from '../ledger/sample-entry.ts';
import { INSTITUTION_ROUTING } from '../world/institution.ts';
import { addendaRecords } from './addenda-records.ts';
import { digits, record, text } from './columns.ts';
import { iatEntryMiddle } from './iat-records.ts';

const NAME_COLUMNS = 22;

/** Who receives the record: the credit union, or the originator's bank when the credit union sends something back. */
export function receivingRouting({ notice, routingNumber }: SampleEntry): string {
  return notice === null ? INSTITUTION_ROUTING : routingNumber;
}

/** An entry detail record with its addenda (Nacha Operating Rules, Appendix Three). */
export function entryRecords(entry: SampleEntry): string[] {
  const addenda = addendaRecords(entry);
  const middle =
    entry.secCode === 'IAT' ? iatEntryMiddle(entry, addenda.length) : entryMiddle(entry, addenda.length);
  return [
    record(
      '6',
      entry.transactionCode,
      receivingRouting(entry),
      middle,
      addenda.length > 0 ? '1' : '0',
      entry.traceNumber,
    ),
    ...addenda,
  ];
}

/** Columns 13 to 78; CTX counts its addenda before the name. */
function entryMiddle(entry: SampleEntry, addendaCount: number): string {
  const name = receiverName(entry);
  return [
    text(entry.accountNumber, 17),
    digits(entry.cents, 10),
    text(`M${entry.accountNumber.slice(0, 7)}`, 15),
    entry.secCode === 'CTX'
      ? digits(addendaCount, 4) + text(name, 16) + text('', 2)
      : text(name, NAME_COLUMNS),
    paymentType(entry),
  ].join('');
}

/** First name first; the middle initial in the classes of persons, and where there is room for it. */
export function receiverName({ firstName, middleInitial, lastName, secCode }: SampleEntry): string {
  const short = `${firstName} ${lastName}`;
  const whole = `${firstName} ${middleInitial} ${lastName}`;
  const isOfPersons = secCode !== 'CCD' && secCode !== 'CTX' && secCode !== 'IAT';
  return middleInitial !== null && isOfPersons && whole.length <= NAME_COLUMNS ? whole : short;
}

/** WEB and TEL say whether the payment is a single one or recurs. */
function paymentType({ secCode }: SampleEntry): string {
  return secCode === 'WEB' || secCode === 'TEL' ? 'S ' : '  ';
}
