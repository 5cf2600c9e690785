import type { ActivityType } from '@clearwatch/contracts/alerts';
import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getDetectionPolicy } from '../../api/detection-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import { useUrlDialog } from '../../lib/use-url-state.ts';
import { BacktestPanel, RunBacktestButton } from './policy-backtest-panel.tsx';
import {
  type DraftParameter,
  editsToReachDefaults,
  hasEdits,
  SENSITIVITY_LABELS,
  SENSITIVITY_MEANINGS,
  toPolicyBody,
} from './policy-draft.ts';
import { RuleList } from './policy-rule-list.tsx';
import { VersionList } from './policy-version-list.tsx';
import { ParameterField } from './rule-parameter-fields.tsx';
import { PolicyConflictNotice, PolicySavedNotice, SavePolicyDialog } from './save-policy-dialog.tsx';
import { useReportUnsaved } from './section-drafts.tsx';
import { SuppressionList } from './suppression-list.tsx';
import { usePolicyBacktest } from './use-policy-backtest.ts';
import { type PolicyDraft, usePolicyDraft } from './use-policy-draft.ts';

interface PolicyFactsProps {
  policy: DetectionPolicyView;
  mayEdit: boolean;
}

/** Which version stands there, since when, by whom and why. */
function PolicyFacts({ policy: { version, createdBy, createdAt, reason }, mayEdit }: PolicyFactsProps) {
  return (
    <span className="policy-facts quiet">
      <strong>Version {formatCount(version)}</strong> · {formatDateTime(createdAt)} by {createdBy}: {reason}
      {!mayEdit && ' · Admins can change it.'}
    </span>
  );
}

const TABS = ['rules', 'versions', 'suppressions'] as const;
type Tab = (typeof TABS)[number];

interface PolicyTabsProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** The rules one by one, how they came to be what they are, and where they keep silent. The open tab is in the address. */
function PolicyTabs({ editing, mayEdit }: PolicyTabsProps) {
  const [params, setParams] = useSearchParams();
  const shown: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'rules';
  const show = (tab: string): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      // What is open above a tab goes with it.
      next.delete('version');
      if (tab === 'rules') next.delete('tab');
      else next.set('tab', tab);
      return next;
    });
  const items = [
    { key: 'rules', label: 'Rules', children: <RuleList editing={editing} mayEdit={mayEdit} /> },
    {
      key: 'versions',
      label: 'Versions',
      children: <VersionList editing={editing} mayEdit={mayEdit} onStarted={() => show('rules')} />,
    },
    { key: 'suppressions', label: 'Suppressions', children: <SuppressionList mayEdit={mayEdit} /> },
  ];
  return (
    <section className="panel policy-tabs" aria-label="Rules, versions and suppressions">
      <Tabs activeKey={shown} items={items} onChange={show} destroyOnHidden={false} />
    </section>
  );
}

/** Brings every number, switch and the sensitivity to the catalogue's; nothing is saved by it. */
function ResetToDefaults({ editing: { base, resetToDefaults } }: { editing: PolicyDraft }) {
  return (
    <Button disabled={!hasEdits(editsToReachDefaults(base))} onClick={resetToDefaults}>
      Reset all to default
    </Button>
  );
}

interface SensitivityChoiceProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** How much staff wants to see, and what that does to the numbers. */
function SensitivityChoice({ editing: { draft, setSensitivity }, mayEdit }: SensitivityChoiceProps) {
  const { sensitivity, isSensitivityChanged } = draft;
  return (
    <div className="short-setting">
      <h3>
        Suspicious pattern sensitivity
        {isSensitivityChanged && <span className="changed-mark">changed</span>}
      </h3>
      {mayEdit ? (
        <Radio.Group
          aria-label="Suspicious pattern sensitivity"
          optionType="button"
          options={SENSITIVITIES.map((value) => ({ value, label: SENSITIVITY_LABELS[value] }))}
          value={sensitivity}
          onChange={({ target }) => setSensitivity(target.value as Sensitivity)}
        />
      ) : (
        <strong>{SENSITIVITY_LABELS[sensitivity]}</strong>
      )}
      <p className="quiet">{SENSITIVITY_MEANINGS[sensitivity]}</p>
    </div>
  );
}

/** The settings of spec section 3 that are a number of one rule. */
const THRESHOLDS: { label: string; note: string; activityType: ActivityType; name: string }[] = [
  {
    label: 'Large transaction amount',
    note: 'A credit from this amount on may be a large credit. The $10,000 reporting line of structuring is set by regulation and stays.',
    activityType: 'large_credit',
    name: 'largeTransactionAmount',
  },
  {
    label: 'Frequent transaction count',
    note: 'So many debits of one account on one day, or within 24 hours, may be frequent debits.',
    activityType: 'frequent_debits',
    name: 'frequentTransactionCount',
  },
];

interface ThresholdFormProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** The three thresholds of the settings: the same numbers that stand with their rules below. */
function ThresholdForm({ editing, mayEdit }: ThresholdFormProps) {
  const parameters = editing.draft.rules.flatMap((rule) => rule.parameters);
  return (
    <div className="short-form">
      {THRESHOLDS.map(({ label, note, activityType, name }) => {
        const parameter = parameters.find(isParameter(activityType, name));
        if (parameter === undefined) return null;
        return (
          <div key={name} className="short-setting">
            <h3>{label}</h3>
            <ParameterField
              parameter={parameter}
              label={label}
              mayEdit={mayEdit}
              onChange={(text) => editing.setNumber(activityType, name, text)}
            />
            <p className="quiet">{note}</p>
          </div>
        );
      })}
      <SensitivityChoice editing={editing} mayEdit={mayEdit} />
    </div>
  );
}

function isParameter(activityType: string, name: string): (parameter: DraftParameter) => boolean {
  return (parameter) => parameter.activityType === activityType && parameter.name === name;
}

interface PolicyEditorProps {
  inForce: DetectionPolicyView;
  mayEdit: boolean;
}

/** The policy in force with what is being changed of it: short form, rules, try-out, saving, versions, silences. */
function PolicyEditor({ inForce, mayEdit }: PolicyEditorProps) {
  const editing = usePolicyDraft(inForce);
  const backtest = usePolicyBacktest();
  const saving = useUrlDialog('save-policy');
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const body = toPolicyBody(editing.draft);
  const { changed, problems } = editing.draft;
  useReportUnsaved(
    'detection',
    mayEdit && editing.isEdited
      ? {
          what: 'detection policy',
          changes: changed,
          problems,
          blocker: editing.newer === null ? null : `Version ${editing.newer.version} was saved meanwhile`,
          discard: editing.discard,
          save: { ask: saving.open },
          actions: (
            <RunBacktestButton
              backtest={backtest}
              isAllowed={problems === 0}
              onTryOut={() => body !== null && backtest.start(body)}
            />
          ),
        }
      : null,
  );
  return (
    <>
      {savedVersion !== null && (
        <PolicySavedNotice version={savedVersion} onClose={() => setSavedVersion(null)} />
      )}
      {editing.newer !== null && <PolicyConflictNotice editing={editing} newer={editing.newer} />}
      <Panel
        title="Detection policy"
        badges={<PolicyFacts policy={editing.base} mayEdit={mayEdit} />}
        actions={mayEdit && <ResetToDefaults editing={editing} />}
      >
        <ThresholdForm editing={editing} mayEdit={mayEdit} />
      </Panel>
      {backtest.started !== null && <BacktestPanel backtest={backtest} current={body} />}
      <PolicyTabs editing={editing} mayEdit={mayEdit} />
      {mayEdit && saving.isOpen && editing.isEdited && body !== null && (
        <SavePolicyDialog
          editing={editing}
          body={body}
          backtest={backtest}
          onClose={saving.close}
          onSaved={(version) => {
            setSavedVersion(version);
            // It was compared with what is no longer in force.
            backtest.close();
          }}
        />
      )}
    </>
  );
}

/** The detection policy: admins change it, everybody may read by what the institution is watched. */
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
