import { BACKTEST_SAMPLES, type BacktestSample } from '@clearwatch/contracts/detection-policy';
import type { BacktestAlert } from '@clearwatch/contracts/detection-policy.dto';
import { Segmented } from 'antd';
import { useState } from 'react';
import { formatCount } from '../../../formats/count.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { SAMPLE_COLUMNS } from './sample-columns.tsx';

const LABELS: Record<BacktestSample, string> = {
  gained: 'Gained',
  lost: 'Lost',
  below_the_line: 'Below the line',
};

const MEANINGS: Record<BacktestSample, string> = {
  gained: 'Alerts that the candidate raises and the policy in force does not.',
  lost: 'Alerts that the policy in force raises and the candidate does not.',
  below_the_line: 'What the candidate just misses: it would find them if every limit were a fifth lower.',
};

/** Examples to look into before a policy is saved, at most fifty of each kind. */
export function TryoutSamples({ alerts }: { alerts: BacktestAlert[] }) {
  const ofKind = (kind: BacktestSample): BacktestAlert[] => alerts.filter(({ sample }) => sample === kind);
  const [chosen, setChosen] = useState<BacktestSample>(
    () => BACKTEST_SAMPLES.find((kind) => ofKind(kind).length > 0) ?? 'gained',
  );
  const shown = ofKind(chosen);
  const columns = useColumnChoice('tryout-samples', SAMPLE_COLUMNS);
  return (
    <section className="tryout-samples" aria-label="Examples">
      <div className="tryout-samples-head">
        <h3>Examples</h3>
        <Segmented<BacktestSample>
          aria-label="Kind of examples"
          value={chosen}
          onChange={setChosen}
          options={BACKTEST_SAMPLES.map((kind) => ({
            value: kind,
            label: `${LABELS[kind]} (${formatCount(ofKind(kind).length)})`,
          }))}
        />
        <span className="quiet">{MEANINGS[chosen]}</span>
        {columns.chooser}
      </div>
      {shown.length === 0 ? (
        <PanelEmpty text="None." />
      ) : (
        <DataTable
          caption={`Examples: ${LABELS[chosen]}`}
          columns={columns.shown}
          rows={shown}
          rowKey={({ activityType, accountNumber, transactionId }) =>
            `${activityType} ${accountNumber} ${transactionId}`
          }
        />
      )}
    </section>
  );
}
