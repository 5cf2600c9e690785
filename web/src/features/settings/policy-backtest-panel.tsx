import { BACKTEST_SAMPLES, type BacktestSample } from '@clearwatch/contracts/detection-policy';
import type {
  BacktestAlert,
  BacktestRow,
  PolicyBacktest,
  PolicyBody,
} from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { skipToken, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { getBacktest, startBacktest } from '../../api/detection-api.ts';
import { Panel, PanelEmpty, PanelError, SkeletonLines } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDay, formatDaysInText } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';

export type BacktestSum = Omit<BacktestRow, 'activityType'>;

export function sumBacktestRows(rows: BacktestRow[]): BacktestSum {
  const sum = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
  for (const row of rows) for (const figure of Object.keys(sum) as (keyof BacktestSum)[]) sum[figure] += row[figure];
  return sum;
}

export function formatBacktestResult({ comparedWith }: Pick<PolicyBacktest, 'comparedWith'>, sum: BacktestSum): string {
  const { now, candidate, gained, lost } = sum;
  if (gained === 0 && lost === 0)
    return `The same ${formatQuantity(now, 'alert')} as under version ${comparedWith}: none added, none removed.`;
  return (
    `${formatQuantity(candidate, 'alert')} instead of ${formatCount(now)} under version ${comparedWith}: ` +
    `${formatCount(gained)} added, ${formatCount(lost)} removed.`
  );
}

/** Null when no removed alert was reviewed as suspicious or escalated. */
export function formatLostAlerts({ lostSuspicious }: BacktestSum): string | null {
  if (lostSuspicious === 0) return null;
  return `${formatQuantity(lostSuspicious, 'removed alert was', 'removed alerts were')} reviewed as suspicious or escalated.`;
}

export interface PolicyBacktestRun {
  /** Null before the first run. */
  started: { id: number; body: PolicyBody } | null;
  query: UseQueryResult<PolicyBacktest>;
  isStarting: boolean;
  start: (body: PolicyBody) => void;
  close: () => void;
}

/** The latest backtest on this screen. The server stores one per user. */
export function usePolicyBacktest(): PolicyBacktestRun {
  const client = useQueryClient();
  const toasts = useToasts();
  const [started, setStarted] = useState<PolicyBacktestRun['started']>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: PolicyBody) => startBacktest(client, body),
    onMutate: () => toasts.clear(),
    onSuccess: ({ id }, body) => setStarted({ id, body }),
    onError: (error) => toasts.failed('Backtest Failed', error, 'The backtest could not be started.'),
  });
  const options = getBacktest(started?.id ?? 0);
  const query = useQuery(started === null ? { queryKey: options.queryKey, queryFn: skipToken } : options);
  return { started, query, isStarting: isPending, start: mutate, close: () => setStarted(null) };
}

/** The key order is the same: `toPolicyBody` builds both. */
export function isSamePolicy(one: PolicyBody, other: PolicyBody | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const SAMPLE_COLUMNS: Column<BacktestAlert>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  {
    title: 'Member',
    cell: ({ memberId, memberName, firstName, lastName, accountNumber }) => (
      <span className="sample-member">
        {memberId === null ? (
          <strong>{memberName}</strong>
        ) : (
          // A new tab keeps the unsaved values of this one.
          <Link to={memberPath({ id: memberId, firstName, lastName })} target="_blank" rel="noopener">
            {memberName}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </Link>
        )}
        <span className="quiet figures">{maskAccount(accountNumber)}</span>
      </span>
    ),
  },
  {
    title: 'Transaction',
    cell: ({ transactionId, activityDate }) => (
      <TransactionLink id={transactionId} label={`Transaction ${transactionId}, ${formatDay(activityDate)}`}>
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
    title: 'Finding',
    cell: ({ description }) => <span className="reason-words">{formatDaysInText(description)}</span>,
  },
];

const SAMPLE_TEXT: Record<BacktestSample, { label: string; meaning: string }> = {
  gained: {
    label: 'Added',
    meaning: 'Alerts raised by the new values but not by the policy in force.',
  },
  lost: {
    label: 'Removed',
    meaning: 'Alerts raised by the policy in force but not by the new values.',
  },
  below_the_line: {
    label: 'Below the line',
    meaning: 'Near misses: the new values would raise these alerts if every limit were 20% lower.',
  },
};

function BacktestSamples({ alerts }: { alerts: BacktestAlert[] }) {
  const ofKind = (kind: BacktestSample): BacktestAlert[] => alerts.filter(({ sample }) => sample === kind);
  const [chosen, setChosen] = useState<BacktestSample>(
    () => BACKTEST_SAMPLES.find((kind) => ofKind(kind).length > 0) ?? 'gained',
  );
  const columns = useColumnChoice('tryout-samples', SAMPLE_COLUMNS);
  const { label, meaning } = SAMPLE_TEXT[chosen];
  return (
    <section className="backtest-samples" aria-label="Examples">
      <div className="backtest-samples-head">
        <h3>Examples</h3>
        <Segmented<BacktestSample>
          aria-label="Example type"
          value={chosen}
          onChange={setChosen}
          options={BACKTEST_SAMPLES.map((kind) => ({
            value: kind,
            label: `${SAMPLE_TEXT[kind].label} (${formatCount(ofKind(kind).length)})`,
          }))}
        />
        <span className="quiet">{meaning}</span>
        {columns.chooser}
      </div>
      {ofKind(chosen).length === 0 ? (
        <PanelEmpty text="No examples." />
      ) : (
        <DataTable
          caption={`Examples: ${label}`}
          columns={columns.shown}
          rows={ofKind(chosen)}
          rowKey={({ activityType, accountNumber, transactionId }) =>
            `${activityType} ${accountNumber} ${transactionId}`
          }
        />
      )}
    </section>
  );
}

const ALL_RULES = 'all_rules';

const figureColumn = (title: string, name: keyof BacktestSum): Column<BacktestRow> => ({
  title,
  numeric: true,
  cell: (row) => (row[name] === 0 ? <span className="quiet">0</span> : formatCount(row[name])),
});

const BACKTEST_COLUMNS: Column<BacktestRow>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) => (activityType === ALL_RULES ? <strong>All rules</strong> : activityLabel(activityType)),
  },
  figureColumn('In force', 'now'),
  figureColumn('New values', 'candidate'),
  figureColumn('Added', 'gained'),
  figureColumn('Removed', 'lost'),
  figureColumn('Removed: suspicious or escalated', 'lostSuspicious'),
  figureColumn('Removed: false positive or explained', 'lostFalsePositive'),
];

function BacktestTable({ rows, sum }: { rows: BacktestRow[]; sum: BacktestSum }) {
  const [showsSame, setShowsSame] = useState(false);
  const columns = useColumnChoice('tryout', BACKTEST_COLUMNS);
  const changesOf = ({ gained, lost }: BacktestRow): number => gained + lost;
  const found = rows.filter(({ now, candidate }) => now + candidate > 0);
  const changed = found.filter((row) => changesOf(row) > 0).toSorted((one, other) => changesOf(other) - changesOf(one));
  const same = found.filter((row) => changesOf(row) === 0);
  if (found.length === 0) return <PanelEmpty text="Neither policy raises an alert on past transactions." />;
  return (
    <>
      <div className="backtest-columns">{columns.chooser}</div>
      <DataTable
        caption="Alerts per rule with the policy in force and with the new values"
        columns={columns.shown}
        rows={[...changed, ...(showsSame ? same : []), { activityType: ALL_RULES, ...sum }]}
        rowKey={({ activityType }) => activityType}
      />
      {same.length > 0 && !showsSame && (
        <div className="backtest-same">
          <button type="button" className="link-button" onClick={() => setShowsSame(true)}>
            {formatQuantity(same.length, 'unchanged rule')}
          </button>
        </div>
      )}
    </>
  );
}

function BacktestResult({ backtest }: { backtest: PolicyBacktest }) {
  const sum = sumBacktestRows(backtest.rows);
  const loss = formatLostAlerts(sum);
  return (
    <>
      <p className="backtest-words">{formatBacktestResult(backtest, sum)}</p>
      {loss !== null && <Alert banner type="warning" title={loss} />}
      <BacktestTable rows={backtest.rows} sum={sum} />
      <BacktestSamples alerts={backtest.alerts} />
    </>
  );
}

interface BacktestPanelProps {
  backtest: PolicyBacktestRun;
  /** Null while a field has a problem. */
  current: PolicyBody | null;
}

export function BacktestPanel({ backtest: { started, query, close }, current }: BacktestPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const id = started?.id;
  useEffect(() => {
    if (id !== undefined) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (started === null) return null;
  return (
    <div ref={panel} className="backtest-place">
      <Panel
        title="Backtest"
        note="Runs on all past transactions without saving anything or changing alerts."
        actions={<Button onClick={close}>Close</Button>}
        flush
      >
        {!isSamePolicy(started.body, current) && (
          <Alert
            banner
            type="warning"
            title="You changed values after this backtest. Run it again to see their effect."
          />
        )}
        <BacktestState query={query} />
      </Panel>
    </div>
  );
}

/** A failed read replaces the progress bar, which would no longer advance. */
function BacktestState({ query }: Pick<PolicyBacktestRun, 'query'>) {
  const { data, error } = query;
  if (data?.state === 'finished') return <BacktestResult backtest={data} />;
  if (error !== null) {
    return <PanelError what="The backtest failed to load." error={error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) return <SkeletonLines lines={3} height={28} />;
  const { shards, shardsDone } = data;
  const percent = shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100);
  const progress =
    shards === 0 ? 'Preparing the backtest' : `${formatCount(shardsDone)} of ${formatQuantity(shards, 'part')}`;
  return (
    <div className="backtest-progress">
      <Progress percent={percent} status="active" aria-label="Backtest progress" showInfo={false} />
      <output className="figures">{progress} · You can keep changing values while it runs.</output>
    </div>
  );
}
