import type { ActivityType } from '@clearwatch/contracts/alerts';
import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getDetectionPolicy } from '../../api/detection-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import { readChoice, withParams } from '../../lib/url-params.ts';
import { useUrlDialog } from '../../lib/use-url-state.ts';
import { BacktestPanel, usePolicyBacktest } from './policy-backtest-panel.tsx';
import {
  editsToReachDefaults,
  hasEdits,
  type PolicyEditing,
  type PolicyEditorProps,
  SENSITIVITY_LABELS,
  SENSITIVITY_MEANINGS,
  toPolicyBody,
  usePolicyEditing,
} from './policy-draft.ts';
import { ParameterField, RuleList } from './policy-rule-list.tsx';
import { VersionList } from './policy-version-list.tsx';
import { PolicyConflictNotice, PolicySavedNotice, SavePolicyDialog } from './save-policy-dialog.tsx';
import { useReportUnsaved } from './section-drafts.tsx';
import { SuppressionList } from './suppression-list.tsx';

const TABS = ['rules', 'versions', 'suppressions'] as const;

function PolicyTabs({ editing }: { editing: PolicyEditing }) {
  const [params, setParams] = useSearchParams();
  const show = (tab: string): void =>
    // An open version closes when the tab changes.
    setParams((current) => withParams(current, { version: null, tab: tab === 'rules' ? null : tab }));
  const items = [
    { key: 'rules', label: 'Rules', children: <RuleList editing={editing} /> },
    {
      key: 'versions',
      label: 'Versions',
      children: <VersionList editing={editing} onStarted={() => show('rules')} />,
    },
    {
      key: 'suppressions',
      label: 'Suppressions',
      children: <SuppressionList mayEdit={editing.mayEdit} />,
    },
  ];
  return (
    <section className="panel policy-tabs" aria-label="Rules, versions and suppressions">
      <Tabs
        activeKey={readChoice(params, 'tab', TABS) || 'rules'}
        items={items}
        onChange={show}
        destroyOnHidden={false}
      />
    </section>
  );
}

/** Settings in spec section 3 that are each a parameter of one rule. */
const THRESHOLDS: { label: string; note: string; activityType: ActivityType; name: string }[] = [
  {
    label: 'Large transaction amount',
    note: 'Credits of this amount or more can raise Large Credit alerts. The structuring rules use the $10,000 reporting threshold set by regulation; this setting does not change it.',
    activityType: 'large_credit',
    name: 'largeTransactionAmount',
  },
  {
    label: 'Frequent transaction count',
    note: 'This many debits on one account in a day, or within 24 hours, can raise a Frequent Debits alert.',
    activityType: 'frequent_debits',
    name: 'frequentTransactionCount',
  },
];

function ThresholdForm({ editing }: { editing: PolicyEditing }) {
  const { sensitivity, isSensitivityChanged, rules } = editing.draft;
  return (
    <div className="short-form">
      {THRESHOLDS.map(({ label, note, activityType, name }) => {
        const parameter = rules
          .find((rule) => rule.activityType === activityType)
          ?.parameters.find((candidate) => candidate.name === name);
        if (parameter === undefined) return null;
        return (
          <div key={name} className="short-setting">
            <h3>{label}</h3>
            <ParameterField editing={editing} parameter={parameter} label={label} />
            <p className="quiet">{note}</p>
          </div>
        );
      })}
      <div className="short-setting">
        <h3>
          Suspicious pattern sensitivity
          {isSensitivityChanged && <span className="changed-mark">changed</span>}
        </h3>
        {editing.mayEdit ? (
          <Radio.Group
            aria-label="Suspicious pattern sensitivity"
            optionType="button"
            options={SENSITIVITIES.map((value) => ({ value, label: SENSITIVITY_LABELS[value] }))}
            value={sensitivity}
            onChange={({ target }) => editing.setSensitivity(target.value as Sensitivity)}
          />
        ) : (
          <strong>{SENSITIVITY_LABELS[sensitivity]}</strong>
        )}
        <p className="quiet">{SENSITIVITY_MEANINGS[sensitivity]}</p>
      </div>
    </div>
  );
}

function PolicyEditor({ inForce, mayEdit }: PolicyEditorProps) {
  const editing = usePolicyEditing({ inForce, mayEdit });
  const { base, draft, newer, isEdited } = editing;
  const backtest = usePolicyBacktest();
  const saving = useUrlDialog('save-policy');
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const body = toPolicyBody(draft);
  useReportUnsaved(
    'detection',
    mayEdit && isEdited
      ? {
          what: 'detection policy',
          changes: draft.changed,
          problems: draft.problems,
          blocker: newer === null ? null : `Version ${newer.version} has been saved since you started`,
          discard: editing.discard,
          save: { ask: saving.open },
          actions: (
            <Button
              disabled={body === null || backtest.isStarting}
              onClick={() => body !== null && backtest.start(body)}
            >
              {backtest.isStarting ? 'Starting...' : 'Run backtest'}
            </Button>
          ),
        }
      : null,
  );
  return (
    <>
      {savedVersion !== null && <PolicySavedNotice version={savedVersion} onClose={() => setSavedVersion(null)} />}
      {newer !== null && <PolicyConflictNotice editing={editing} newer={newer} />}
      <Panel
        title="Detection policy"
        badges={
          <span className="policy-facts quiet">
            <strong>Version {formatCount(base.version)}</strong> · {formatDateTime(base.createdAt)} by {base.createdBy}:{' '}
            {base.reason}
            {!mayEdit && ' · Admins can change it.'}
          </span>
        }
        actions={
          mayEdit && (
            <Button disabled={!hasEdits(editsToReachDefaults(base))} onClick={editing.resetToDefaults}>
              Reset all to default
            </Button>
          )
        }
      >
        <ThresholdForm editing={editing} />
      </Panel>
      <BacktestPanel backtest={backtest} current={body} />
      <PolicyTabs editing={editing} />
      {mayEdit && saving.isOpen && isEdited && body !== null && (
        <SavePolicyDialog
          editing={editing}
          body={body}
          backtest={backtest}
          onClose={saving.close}
          onSaved={(version) => {
            setSavedVersion(version);
            // The backtest compared the new values with the policy that was just replaced.
            backtest.close();
          }}
        />
      )}
    </>
  );
}

export function PolicySection() {
  const policy = useQuery(getDetectionPolicy());
  const user = useQuery(getCurrentUser());
  return (
    <QueryStates
      query={policy}
      skeleton={
        <Panel title="Detection policy">
          <SkeletonLines lines={8} height={36} />
        </Panel>
      }
      failed="The detection policy could not be loaded."
    >
      {(inForce) => <PolicyEditor inForce={inForce} mayEdit={user.data?.role === 'Admin'} />}
    </QueryStates>
  );
}
