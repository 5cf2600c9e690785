import { field, type Layout, layout, vital } from './layout.ts';

/** File header, type 1 (Nacha Operating Rules, Appendix Three, Subpart 3.1). */
export const FILE_HEADER: Layout = layout('file header', [
  vital('recordType', 1, 1, 'digits'),
  field('priorityCode', 2, 3, 'digits'),
  field('immediateDestination', 4, 13, 'text'),
  field('immediateOrigin', 14, 23, 'text'),
  field('fileCreationDate', 24, 29, 'digits'),
  field('fileCreationTime', 30, 33, 'text'),
  field('fileIdModifier', 34, 34, 'text'),
  field('recordSize', 35, 37, 'digits'),
  field('blockingFactor', 38, 39, 'digits'),
  field('formatCode', 40, 40, 'digits'),
  field('immediateDestinationName', 41, 63, 'text'),
  field('immediateOriginName', 64, 86, 'text'),
  field('referenceCode', 87, 94, 'text'),
]);

/** File control, type 9. */
export const FILE_CONTROL: Layout = layout('file control', [
  vital('recordType', 1, 1, 'digits'),
  vital('batchCount', 2, 7, 'digits'),
  field('blockCount', 8, 13, 'digits'),
  vital('entryAddendaCount', 14, 21, 'digits'),
  vital('entryHash', 22, 31, 'digits'),
  vital('debitCents', 32, 43, 'digits'),
  vital('creditCents', 44, 55, 'digits'),
  field('reserved', 56, 94, 'text'),
]);

/** File control of a file of accounting advices: totals of 20 digits. */
export const ADV_FILE_CONTROL: Layout = layout('file control (ADV)', [
  vital('recordType', 1, 1, 'digits'),
  vital('batchCount', 2, 7, 'digits'),
  field('blockCount', 8, 13, 'digits'),
  vital('entryAddendaCount', 14, 21, 'digits'),
  vital('entryHash', 22, 31, 'digits'),
  vital('debitCents', 32, 51, 'digits'),
  vital('creditCents', 52, 71, 'digits'),
  field('reserved', 72, 94, 'text'),
]);
