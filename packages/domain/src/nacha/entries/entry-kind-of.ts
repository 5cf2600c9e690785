import type { TransactionCode } from '../codes/transaction-codes.ts';
import type { NachaEntryKind } from './nacha-entry.ts';
import type { Notice } from './notice.ts';

const STAGES = { return: 'return', dishonored: 'dishonored_return', contested: 'contested_return' } as const;

/**
 * What an entry is. Its addenda 98 or 99 says so before everything else; class COR and the transaction code speak when
 * there is none.
 */
export function nachaEntryKindOf(entry: {
  meaning: TransactionCode;
  secCode: string;
  amountCents: number;
  notice: Notice | null;
}): NachaEntryKind {
  const { meaning, secCode, amountCents, notice } = entry;
  if (notice?.type === 'return') return STAGES[notice.stage];
  if (notice?.type === 'change')
    return notice.refusedWith === null ? 'notification_of_change' : 'refused_notification';
  if (secCode === 'COR') return 'notification_of_change';
  if (meaning.purpose === 'advice' || secCode === 'ADV') return 'advice';
  if (meaning.purpose === 'notice') return 'return';
  if (meaning.purpose === 'prenote') return 'prenote';
  return meaning.purpose === 'zero' || amountCents === 0 ? 'zero_dollar' : 'money';
}
