import { type Field, field, vital } from './layout.ts';

/** Addenda, type 7, by type code (Nacha Operating Rules, Appendix Three, "Addenda Record Formats"). */
export const ADDENDA_START: readonly Field[] = [
  vital('recordType', 1, 1, 'digits'),
  vital('addendaType', 2, 3, 'digits'),
];

/** At the end of addenda 02, 98 and 99. */
export const ADDENDA_TRACE: Field = field('traceNumber', 80, 94, 'text');
