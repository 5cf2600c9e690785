import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { formatCounted } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import './undo.css';

/** What an undo takes away and what it leaves, so that nobody has to guess. */
export function WhatGoes({ summary }: { summary: ImportSummary }) {
  const { transactionCount, keptCount, creditTotal, debitTotal } = summary;
  return (
    <div className="undo-what">
      <h3>What goes</h3>
      <ul>
        <li>
          {formatCounted(transactionCount, 'entry', 'entries')} of this file: {formatMoney(creditTotal)} of
          credits, {formatMoney(debitTotal)} of debits
        </li>
        {keptCount > 0 && (
          <li>{formatCounted(keptCount, 'entry', 'entries')} of it that were kept by hand</li>
        )}
        <li>their part in the totals of members and companies, and members whom no other file names</li>
        <li>their part in all figures and charts</li>
        <li>alerts nobody has reviewed that would not have been raised without them</li>
      </ul>
      <h3>What stays</h3>
      <ul>
        <li>entries that a later file holds too: that file keeps them</li>
        <li>reviewed alerts, with their evidence</li>
        <li>this import in the history, and in the audit log who undid it</li>
      </ul>
      <p>The file can be imported again.</p>
    </div>
  );
}
