import { ADDENDA_START, ADDENDA_TRACE } from './addenda-start.ts';
import { field, layout } from './layout.ts';

/** 98: a notification of change. International ones use 65–70 for corrected data as well. */
export const NOTIFICATION_OF_CHANGE = layout('addenda 98', [
  ...ADDENDA_START,
  field('changeCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('correctedData', 36, 70, 'text'),
  field('reserved2', 71, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 98 again, refused by the originating institution with one of C61 to C69. */
export const REFUSED_NOTIFICATION = layout('addenda 98 (refused)', [
  ...ADDENDA_START,
  field('refusedCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('correctedData', 36, 64, 'text'),
  field('changeCode', 65, 67, 'text'),
  field('traceSequence', 68, 74, 'text'),
  field('reserved2', 75, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a return. */
export const RETURN = layout('addenda 99', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOfDeath', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('information', 36, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99 of an international entry: the amount of the original before the information. */
export const IAT_RETURN = layout('addenda 99 (IAT)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOfDeath', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('originalAmount', 36, 45, 'text'),
  field('information', 46, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a return dishonored by the originating institution (R61 to R70). */
export const DISHONORED_RETURN = layout('addenda 99 (dishonored)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('reserved2', 36, 38, 'text'),
  field('returnTraceNumber', 39, 53, 'text'),
  field('returnSettlementDay', 54, 56, 'text'),
  field('returnReasonCode', 57, 58, 'text'),
  field('information', 59, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a dishonored return contested by the receiving institution (R71 to R77). */
export const CONTESTED_RETURN = layout('addenda 99 (contested)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOriginalReturned', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('originalSettlementDay', 36, 38, 'text'),
  field('returnTraceNumber', 39, 53, 'text'),
  field('returnSettlementDay', 54, 56, 'text'),
  field('returnReasonCode', 57, 58, 'text'),
  field('dishonoredTraceNumber', 59, 73, 'text'),
  field('dishonoredSettlementDay', 74, 76, 'text'),
  field('dishonoredReasonCode', 77, 78, 'text'),
  field('reserved', 79, 79, 'text'),
  ADDENDA_TRACE,
]);
