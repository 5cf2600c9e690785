import { field, type Layout, layout, vital } from './layout.ts';

/** Company/batch header, type 5 (Nacha Operating Rules, Appendix Three). Also of ADV, whose dates stand in the same columns. */
export const BATCH_HEADER: Layout = layout('batch header', [
  vital('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  field('companyName', 5, 20, 'filled'),
  field('companyDiscretionaryData', 21, 40, 'text'),
  field('companyIdentification', 41, 50, 'text'),
  vital('secCode', 51, 53, 'filled'),
  field('entryDescription', 54, 63, 'filled'),
  field('companyDescriptiveDate', 64, 69, 'text'),
  field('effectiveEntryDate', 70, 75, 'text'),
  field('settlementDate', 76, 78, 'text'),
  field('originatorStatus', 79, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Batch header of international entries. `iatIndicator` is IATCOR in notifications of change, blank otherwise. */
export const IAT_BATCH_HEADER: Layout = layout('batch header (IAT)', [
  vital('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  field('iatIndicator', 5, 20, 'text'),
  field('foreignExchangeIndicator', 21, 22, 'text'),
  field('foreignExchangeReferenceIndicator', 23, 23, 'text'),
  field('foreignExchangeReference', 24, 38, 'text'),
  field('destinationCountry', 39, 40, 'text'),
  field('companyIdentification', 41, 50, 'text'),
  vital('secCode', 51, 53, 'filled'),
  field('entryDescription', 54, 63, 'filled'),
  field('originatingCurrency', 64, 66, 'text'),
  field('destinationCurrency', 67, 69, 'text'),
  field('effectiveEntryDate', 70, 75, 'text'),
  field('settlementDate', 76, 78, 'text'),
  field('originatorStatus', 79, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Company/batch control, type 8. */
export const BATCH_CONTROL: Layout = layout('batch control', [
  vital('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  vital('entryAddendaCount', 5, 10, 'digits'),
  vital('entryHash', 11, 20, 'digits'),
  vital('debitCents', 21, 32, 'digits'),
  vital('creditCents', 33, 44, 'digits'),
  field('companyIdentification', 45, 54, 'text'),
  field('messageAuthenticationCode', 55, 73, 'text'),
  field('reserved', 74, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Batch control of accounting advices: totals of 20 digits. */
export const ADV_BATCH_CONTROL: Layout = layout('batch control (ADV)', [
  vital('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  vital('entryAddendaCount', 5, 10, 'digits'),
  vital('entryHash', 11, 20, 'digits'),
  vital('debitCents', 21, 40, 'digits'),
  vital('creditCents', 41, 60, 'digits'),
  field('operatorData', 61, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);
