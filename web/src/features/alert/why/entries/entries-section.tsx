import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { MAX_EVIDENCE_ENTRIES } from '@clearwatch/domain/detection/finding-evidence';
import { formatCount } from '../../../../formats/count.ts';
import { DailyTotals } from './daily-totals.tsx';
import { EntriesTable } from './entries-table.tsx';
import { entriesWords } from './entries-words.ts';

/** The entries in the rule's window, each with its part in the pattern and the line of the file it came from. */
export function EntriesSection({ evidence }: { evidence: AlertEvidence }) {
  const { entries, dailyTotals } = evidence;
  return (
    <>
      <section aria-label="Entries of the pattern">
        <div className="evidence-part-head">
          <h3>Entries</h3>
          <span className="quiet figures">{entriesWords(entries)}</span>
        </div>
        {entries.length === 0 ? (
          <p className="quiet">The evidence names no entries.</p>
        ) : (
          <EntriesTable evidence={evidence} />
        )}
        {entries.length >= MAX_EVIDENCE_ENTRIES && (
          <p className="evidence-note">
            Evidence keeps the {formatCount(MAX_EVIDENCE_ENTRIES)} entries around the one that completed the
            pattern; there may be more.
          </p>
        )}
      </section>
      <DailyTotals totals={dailyTotals} />
    </>
  );
}
