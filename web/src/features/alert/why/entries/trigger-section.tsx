import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { formatDay } from '../../../../formats/dates.ts';
import { formatMoney } from '../../../../formats/money.ts';
import { EntryRecord } from '../records/entry-record.tsx';

/** The entry that first completed the condition, with its record of the file. */
export function TriggerSection({ evidence: { entries, triggerEntryId } }: { evidence: AlertEvidence }) {
  const trigger = entries.find(({ transactionId }) => transactionId === triggerEntryId);
  return (
    <section aria-label="The entry that completed the pattern">
      <div className="evidence-part-head">
        <h3>The entry that completed the pattern</h3>
        {trigger !== undefined && (
          <span className="quiet figures">
            {formatDay(trigger.day)}, {trigger.transactionType.toLowerCase()} of {formatMoney(trigger.amount)}
            , {trigger.company}
          </span>
        )}
      </div>
      <EntryRecord transactionId={Number(triggerEntryId)} />
    </section>
  );
}
