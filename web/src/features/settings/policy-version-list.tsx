import type {
  DetectionPolicyView,
  PolicyChange,
  PolicyVersion,
  RuleInPolicy,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { getPolicyVersion, listPolicyVersions } from '../../api/detection-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { QueryStates, TableSkeleton } from '../../components/panel.tsx';
import { type Column, DataTable, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { useOpenIdInUrl, useUrlPage } from '../../lib/use-url-state.ts';
import { formatParameter, type PolicyEditing, policyDifferences, SENSITIVITY_LABELS } from './policy-draft.ts';

type KnownRule = Pick<RuleInPolicy, 'activityType'> & {
  parameters: Pick<RuleParameter, 'name' | 'unit' | 'meaning'>[];
};

/** Rules and parameters that no longer exist keep their stored names. */
function formatPolicyChange({ activityType, name, from, to }: PolicyChange, rules: KnownRule[]) {
  if (activityType === null) return { what: 'Sensitivity', from: from ?? NO_VALUE, to: to ?? NO_VALUE };
  const label = activityLabel(activityType);
  if (name === 'switchedOff') return { what: label, from: formatSwitch(from), to: formatSwitch(to) };
  const parameter = rules
    .find((rule) => rule.activityType === activityType)
    ?.parameters.find((candidate) => candidate.name === name);
  const format = (value: string | null): string => {
    if (value === null) return NO_VALUE;
    return parameter === undefined ? value : formatParameter(Number(value), parameter.unit);
  };
  return { what: `${label}: ${parameter?.meaning ?? name}`, from: format(from), to: format(to) };
}

const NO_VALUE = 'none';

const formatSwitch = (reason: string | null): string => (reason === null ? 'on' : `off (${reason})`);

/** A reset can change more than a hundred parameters. */
const INITIALLY_SHOWN = 8;

export function ChangeList({ changes, rules }: { changes: PolicyChange[]; rules: KnownRule[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? changes : changes.slice(0, INITIALLY_SHOWN);
  const more = changes.length - shown.length;
  return (
    <>
      <ul className="change-list">
        {shown.map((change) => {
          const { what, from, to } = formatPolicyChange(change, rules);
          return (
            <li key={`${change.activityType} ${change.name}`} className="figures">
              {what}: <del>{from}</del> <span aria-hidden>→</span>
              <span className="visually-hidden">becomes</span> <ins>{to}</ins>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {formatQuantity(more, 'more change')}
        </button>
      )}
    </>
  );
}

const VERSION_PARAMETER_COLUMNS: Column<RuleParameter & { activityType: string }>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  { title: 'Parameter', cell: ({ meaning }) => meaning },
  { title: 'Value', numeric: true, cell: ({ value, unit }) => formatParameter(value, unit) },
  {
    title: 'With sensitivity',
    numeric: true,
    cell: ({ effective, unit }) => formatParameter(effective, unit),
  },
];

interface VersionListProps {
  editing: PolicyEditing;
  onStarted: () => void;
}

function PolicyVersionContent({ old, editing, onStarted }: VersionListProps & { old: DetectionPolicyView }) {
  const { base, isEdited, startFrom, mayEdit } = editing;
  const changes = policyDifferences(base, old);
  const off = old.rules.filter(({ switchedOff }) => switchedOff !== null);
  return (
    <>
      {old.version === base.version ? (
        <p>This version is in force.</p>
      ) : (
        <section>
          <h3>Differences from version {base.version} to this version</h3>
          {changes.length === 0 ? (
            <p className="quiet">None. Both versions are the same.</p>
          ) : (
            <ChangeList changes={changes} rules={base.rules} />
          )}
          {mayEdit && changes.length > 0 && (
            <p>
              <Button
                type="primary"
                onClick={() => {
                  startFrom(old);
                  onStarted();
                }}
              >
                Use as starting point
              </Button>{' '}
              <span className="quiet">
                {isEdited
                  ? 'Replaces your unsaved changes but saves nothing yet.'
                  : 'Fills the fields but saves nothing yet.'}
              </span>
            </p>
          )}
        </section>
      )}
      <section>
        <h3>Values</h3>
        <p>
          Sensitivity: {SENSITIVITY_LABELS[old.sensitivity].toLowerCase()}. {off.length === 0 && 'All rules are on.'}
        </p>
        {off.map(({ activityType, switchedOff }) => (
          <p key={activityType}>
            {activityLabel(activityType)} is off: {switchedOff}
          </p>
        ))}
        <DataTable
          caption={`Parameters of version ${old.version}`}
          columns={VERSION_PARAMETER_COLUMNS}
          rows={old.rules.flatMap(({ activityType, parameters }) =>
            parameters.map((parameter) => Object.assign({ activityType }, parameter)),
          )}
          rowKey={({ activityType, name }) => `${activityType} ${name}`}
        />
      </section>
    </>
  );
}

function VersionDetails({ version, editing, onStarted }: VersionListProps & { version: PolicyVersion }) {
  const policy = useQuery(getPolicyVersion(version.version));
  const { createdAt, createdBy, reason, changes } = version;
  return (
    <div className="version-view">
      <Facts>
        <Fact term="Saved" value={`${formatDateTime(createdAt)} by ${createdBy}`} />
        <Fact term="Reason" value={reason} />
      </Facts>
      <section>
        <h3>Changes</h3>
        {changes.length === 0 ? (
          <p className="quiet">No changes from the previous version.</p>
        ) : (
          <ChangeList changes={changes} rules={editing.base.rules} />
        )}
      </section>
      <QueryStates query={policy} failed="The version could not be loaded.">
        {(old) => <PolicyVersionContent old={old} editing={editing} onStarted={onStarted} />}
      </QueryStates>
    </div>
  );
}

function versionColumns(rules: RuleInPolicy[], onOpen: (version: number) => void): Column<PolicyVersion>[] {
  return [
    {
      title: 'Version',
      cell: ({ version: id }) => (
        <button type="button" className="link-button version-link" onClick={() => onOpen(id)}>
          Version {formatCount(id)}
        </button>
      ),
    },
    {
      title: 'Saved',
      cell: ({ createdAt, createdBy }) => <TwoLines text={formatDateTime(createdAt)} note={`by ${createdBy}`} />,
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    {
      title: 'Changed',
      cell: ({ changes }) =>
        changes.length === 0 ? (
          <span className="quiet">No changes</span>
        ) : (
          <ChangeList changes={changes} rules={rules} />
        ),
    },
  ];
}

const PAGE_SIZE = 20;

export function VersionList({ editing, onStarted }: VersionListProps) {
  const paging = useUrlPage(PAGE_SIZE, 'versions');
  const opened = useOpenIdInUrl('version');
  const versions = useQuery(listPolicyVersions(paging));
  // The URL also contains the page number, so the open version is on the loaded page.
  const version = versions.data?.items.find((candidate) => candidate.version === opened.id);
  const title = version === undefined ? 'Version' : `Version ${version.version}`;
  return (
    <>
      <PagedList
        caption="Versions of the detection policy"
        query={versions}
        columns={versionColumns(editing.base.rules, opened.open)}
        rowKey={({ version: id }) => id}
        onOpen={({ version: id }) => opened.open(id)}
        {...paging}
        skeleton={<TableSkeleton lines={4} height={36} />}
        failed="The versions could not be loaded."
        empty={null}
      />
      <Drawer
        title={title}
        aria-label={title}
        size={720}
        open={version !== undefined}
        onClose={opened.close}
        destroyOnHidden
      >
        {version && <VersionDetails key={version.version} version={version} editing={editing} onStarted={onStarted} />}
      </Drawer>
    </>
  );
}
