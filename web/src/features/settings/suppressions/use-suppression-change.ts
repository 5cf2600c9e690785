import { SUPPRESSIONS_KEY } from '../../../api/suppressions.ts';
import { useToldChange } from '../../../toasts/use-told-change.ts';

/** A change of what is silenced. */
export function useSuppressionChange(onDone: () => void) {
  return useToldChange([SUPPRESSIONS_KEY], onDone);
}
