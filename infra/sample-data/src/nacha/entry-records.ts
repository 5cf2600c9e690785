import type { SampleEntry } from '../ledger/sample-entry.ts';
import { INSTITUTION_ROUTING } from '../world/institution.ts';
import { addendaRecords } from './addenda-records.ts';
import { digits, record, text } from './columns.ts';

const NAME_COLUMNS = 22;

/** Who receives the record: the credit union, or the originator's bank when the credit union sends something back. */
export function receivingRouting({ notice, routingNumber }: SampleEntry): string {
  return notice === null ? INSTITUTION_ROUTING : routingNumber;
}

/** An entry detail record with its addenda (Nacha Operating Rules, Appendix Three). */
export function entryRecords(entry: SampleEntry): string[] {
  const addenda = addendaRecords(entry);
  const isCtx = entry.secCode === 'CTX';
  const receiver = isCtx
    ? [digits(addenda.length, 4), text(receiverName(entry), 16), text('', 2)]
    : [text(receiverName(entry), NAME_COLUMNS)];
  return [
    record(
      '6',
      entry.transactionCode,
      receivingRouting(entry),
      text(entry.accountNumber, 17),
      digits(entry.cents, 10),
      text(`M${entry.accountNumber.slice(0, 7)}`, 15),
      ...receiver,
      paymentType(entry),
      addenda.length > 0 ? '1' : '0',
      entry.traceNumber,
    ),
    ...addenda,
  ];
}

/** First name first; the middle initial in the classes of persons, and where there is room for it. */
export function receiverName({ firstName, middleInitial, lastName, secCode }: SampleEntry): string {
  const short = `${firstName} ${lastName}`;
  const whole = `${firstName} ${middleInitial} ${lastName}`;
  const isOfPersons = secCode !== 'CCD' && secCode !== 'CTX';
  return middleInitial !== null && isOfPersons && whole.length <= NAME_COLUMNS ? whole : short;
}

/** WEB and TEL say whether the payment is a single one or recurs. */
function paymentType({ secCode }: SampleEntry): string {
  return secCode === 'WEB' || secCode === 'TEL' ? 'S ' : '  ';
}
