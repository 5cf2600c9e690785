import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { formatCounted } from '../../../../formats/count.ts';
import { formatMoney } from '../../../../formats/money.ts';

/** "3 credits, $28,200.00; 2 debits, $900.00": what the entries add up to. */
export function entriesWords(entries: readonly EvidenceEntry[]): string {
  return [sideWords(entries, 'Credit'), sideWords(entries, 'Debit')]
    .filter((side) => side !== null)
    .join('; ');
}

function sideWords(entries: readonly EvidenceEntry[], type: EvidenceEntry['transactionType']): string | null {
  const side = entries.filter(({ transactionType }) => transactionType === type);
  if (side.length === 0) return null;
  const cents = side.reduce((sum, { amount }) => sum + parseCents(amount), 0);
  return `${formatCounted(side.length, type.toLowerCase())}, ${formatMoney(formatCents(cents))}`;
}
