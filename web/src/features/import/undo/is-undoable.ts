import type { ImportSummary } from '@clearwatch/contracts/imports.dto';

/** Only what is in the ledger and in the figures can be taken out of them. The server checks it again. */
export function isUndoable({ state }: Pick<ImportSummary, 'state'>): boolean {
  return state === 'completed';
}
