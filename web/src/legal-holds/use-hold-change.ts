import { LEGAL_HOLDS_KEY } from '../api/legal-holds.ts';
import { useToldChange } from '../toasts/use-told-change.ts';

/** A change of what is held, and with it of what the next purge takes. */
export function useHoldChange(onDone: () => void) {
  return useToldChange([LEGAL_HOLDS_KEY, ['/api/system/retention']], onDone);
}
