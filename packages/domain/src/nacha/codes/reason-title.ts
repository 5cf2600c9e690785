import { changeCodeOf, refusalOf } from './change-codes.ts';
import { returnReasonOf } from './return-reasons.ts';

/**
 * What the reason of a return, a notification of change or its refusal says, in plain words (Nacha Operating Rules,
 * Appendices Four and Five).
 * @returns null for a code that neither lists
 */
export function reasonTitleOf(code: string): string | null {
  return returnReasonOf(code)?.title ?? changeCodeOf(code)?.title ?? refusalOf(code);
}
