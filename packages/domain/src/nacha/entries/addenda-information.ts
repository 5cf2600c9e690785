import { columns, type NachaRecord } from '../records/nacha-record.ts';
import { readable } from '../records/readable-text.ts';

/**
 * What a payment is for: columns 4–83 of all addenda 05 and 17. Structured text (X12, EDIFACT) goes on from one record to
 * the next in the middle of a word, so records are joined without anything between them and with the blanks at their ends.
 */
export function informationOf(addenda: readonly NachaRecord[]): string | null {
  let information = '';
  for (const { text } of addenda) {
    if (text.startsWith('05', 1) || text.startsWith('17', 1)) information += columns(text, 4, 83);
  }
  return readable(information) || null;
}

/** The originator of an international entry: columns 4–38 of addenda 11. */
export function originatorOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '11', from: 4, to: 38 });
}

/** The receiver of an international entry: columns 47–81 of addenda 10. */
export function receiverOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '10', from: 47, to: 81 });
}

/** What the originator of an international entry knows the receiver by: columns 4–18 of addenda 15. */
export function identificationOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '15', from: 4, to: 18 });
}

function textIn(
  addenda: readonly NachaRecord[],
  { type, from, to }: { type: string; from: number; to: number },
): string | null {
  const record = addenda.find(({ text }) => text.startsWith(type, 1));
  return record === undefined ? null : readable(columns(record.text, from, to)) || null;
}
