import { BACKTEST_SAMPLES, type BacktestSample } from '@clearwatch/contracts/detection-policy';
import type {
  BacktestAlert,
  BacktestRow,
  PolicyBacktest,
  PolicyBody,
} from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Alert, Button, Progress, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Panel, PanelEmpty, PanelError, SkeletonLines } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDay, formatDaysInText } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';
import {
  type BacktestSum,
  formatBacktestResult,
  formatLostAlerts,
  isSamePolicy,
  type PolicyBacktestRun,
  sumBacktestRows,
} from './use-policy-backtest.ts';

const SAMPLE_COLUMNS: Column<BacktestAlert>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  { title: 'Member', cell: (alert) => <SampleMember alert={alert} /> },
  {
    title: 'Transaction',
    cell: ({ transactionId, activityDate }) => (
      <TransactionLink
        id={transactionId}
        label={`Transaction ${transactionId} of ${formatDay(activityDate)}`}
      >
        {formatDay(activityDate)}
      </TransactionLink>
    ),
  },
  { title: 'Amount', numeric: true, cell: ({ amount }) => formatMoney(amount) },
  { title: 'Risk', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
  {
    title: 'Outcome',
    cell: ({ outcome }) =>
      outcome === null ? <span className="quiet">Not reviewed</span> : REVIEW_OUTCOME_LABELS[outcome],
  },
  {
    title: 'What was found',
    cell: ({ description }) => <span className="sample-words">{formatDaysInText(description)}</span>,
  },
];

/** In a tab of its own: the values that are tried out are not saved yet. */
function SampleMember({
  alert: { memberId, memberName, firstName, lastName, accountNumber },
}: {
  alert: BacktestAlert;
}) {
  return (
    <span className="sample-member">
      {memberId === null ? (
        <strong>{memberName}</strong>
      ) : (
        <Link to={memberPath({ id: memberId, firstName, lastName })} target="_blank" rel="noopener">
          {memberName}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </Link>
      )}
      <span className="quiet figures">{maskAccount(accountNumber)}</span>
    </span>
  );
}

interface RunBacktestButtonProps {
  backtest: PolicyBacktestRun;
  isAllowed: boolean;
  onTryOut: () => void;
}

/** Lets the changed policy run over the history without saving it. */
export function RunBacktestButton({ backtest: { isStarting }, isAllowed, onTryOut }: RunBacktestButtonProps) {
  return (
    <Button disabled={!isAllowed || isStarting} onClick={onTryOut}>
      {isStarting ? 'Starting...' : 'Try it out'}
    </Button>
  );
}

/** What is done of what. */
function BacktestProgress({ backtest: { shardsDone, shards } }: { backtest: PolicyBacktest }) {
  const percent = shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100);
  const words =
    shards === 0
      ? 'Preparing the try-out'
      : `${formatCount(shardsDone)} of ${formatQuantity(shards, 'part')}`;
  return (
    <div className="tryout-progress">
      <Progress percent={percent} status="active" aria-label="Progress of the try-out" showInfo={false} />
      <output className="figures">{words} · you can go on changing values meanwhile</output>
    </div>
  );
}

const SAMPLE_LABELS: Record<BacktestSample, string> = {
  gained: 'Gained',
  lost: 'Lost',
  below_the_line: 'Below the line',
};

const SAMPLE_MEANINGS: Record<BacktestSample, string> = {
  gained: 'Alerts that the candidate raises and the policy in force does not.',
  lost: 'Alerts that the policy in force raises and the candidate does not.',
  below_the_line: 'What the candidate just misses: it would find them if every limit were a fifth lower.',
};

/** Examples to look into before a policy is saved, at most fifty of each kind. */
function BacktestSamples({ alerts }: { alerts: BacktestAlert[] }) {
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
            label: `${SAMPLE_LABELS[kind]} (${formatCount(ofKind(kind).length)})`,
          }))}
        />
        <span className="quiet">{SAMPLE_MEANINGS[chosen]}</span>
        {columns.chooser}
      </div>
      {shown.length === 0 ? (
        <PanelEmpty text="None." />
      ) : (
        <DataTable
          caption={`Examples: ${SAMPLE_LABELS[chosen]}`}
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

/** Stands for the sum of all rules. */
const ALL_RULES = 'all_rules';

const figureColumn = (title: string, name: keyof BacktestSum): Column<BacktestRow> => ({
  title,
  numeric: true,
  cell: (row) => (row[name] === 0 ? <span className="quiet">0</span> : formatCount(row[name])),
});

const BACKTEST_COLUMNS: Column<BacktestRow>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) =>
      activityType === ALL_RULES ? <strong>All rules</strong> : activityLabel(activityType),
  },
  figureColumn('Now', 'now'),
  figureColumn('Candidate', 'candidate'),
  figureColumn('Gained', 'gained'),
  figureColumn('Lost', 'lost'),
  figureColumn('Lost: suspicious or escalated', 'lostSuspicious'),
  figureColumn('Lost: false positive or explained', 'lostFalsePositive'),
];

/** Rule by rule, those that change most first. What finds the same stands behind a button, what finds nothing nowhere. */
function BacktestTable({ rows, sum }: { rows: BacktestRow[]; sum: BacktestSum }) {
  const [showsSame, setShowsSame] = useState(false);
  const columns = useColumnChoice('tryout', BACKTEST_COLUMNS);
  const found = rows.filter(({ now, candidate }) => now + candidate > 0);
  const changed = found
    .filter((row) => changedAlerts(row) > 0)
    .toSorted((one, other) => changedAlerts(other) - changedAlerts(one));
  const same = found.filter((row) => changedAlerts(row) === 0);
  if (found.length === 0) return <PanelEmpty text="Neither policy finds anything in the history." />;
  return (
    <>
      <div className="tryout-columns">{columns.chooser}</div>
      <DataTable
        caption="Alerts per rule now and with the candidate"
        columns={columns.shown}
        rows={[...changed, ...(showsSame ? same : []), { activityType: ALL_RULES, ...sum }]}
        rowKey={({ activityType }) => activityType}
      />
      {same.length > 0 && !showsSame && (
        <div className="tryout-same">
          <button type="button" className="link-button" onClick={() => setShowsSame(true)}>
            {formatQuantity(same.length, 'rule finds', 'rules find')} the same
          </button>
        </div>
      )}
    </>
  );
}

function changedAlerts({ gained, lost }: BacktestRow): number {
  return gained + lost;
}

/** What the candidate finds otherwise than the policy in force, rule by rule, with examples. */
function BacktestResult({ backtest }: { backtest: PolicyBacktest }) {
  const sum = sumBacktestRows(backtest.rows);
  const loss = formatLostAlerts(sum);
  return (
    <>
      <p className="tryout-words">{formatBacktestResult(backtest, sum)}</p>
      {loss !== null && <Alert banner type="warning" title={loss} />}
      <BacktestTable rows={backtest.rows} sum={sum} />
      <BacktestSamples alerts={backtest.alerts} />
    </>
  );
}

interface BacktestPanelProps {
  backtest: PolicyBacktestRun;
  /** What the fields say now; null while something in them is not allowed. */
  current: PolicyBody | null;
}

/** How far a try-out is and what it found. Nothing is saved by it. */
export function BacktestPanel({ backtest: { started, query, close }, current }: BacktestPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const id = started?.id;
  useEffect(() => {
    if (id !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (started === null) return null;
  const isOutdated = !isSamePolicy(started.body, current);
  return (
    <div ref={place} className="tryout-place">
      <Panel
        title="Try-out"
        badges={<span className="quiet">on the whole history; nothing is saved and no alert is changed</span>}
        actions={<Button onClick={close}>Close</Button>}
        className="panel-body-flush"
      >
        {isOutdated && (
          <Alert
            banner
            type="warning"
            title="The values have been changed since. Try them out again to see what they would do."
          />
        )}
        <BacktestState query={query} />
      </Panel>
    </div>
  );
}

/** Progress is no result: when a try-out cannot be read any longer, that is said instead. */
function BacktestState({ query }: Pick<PolicyBacktestRun, 'query'>) {
  const { data, error } = query;
  if (data?.state === 'finished') return <BacktestResult backtest={data} />;
  if (error !== null) {
    return (
      <PanelError what="The try-out could not be read." error={error} onRetry={() => void query.refetch()} />
    );
  }
  return data === undefined ? <SkeletonLines lines={3} height={28} /> : <BacktestProgress backtest={data} />;
}
