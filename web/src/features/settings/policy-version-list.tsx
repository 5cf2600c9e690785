import type {
  DetectionPolicyView,
  PolicyVersion,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { getPolicyVersion, listPolicyVersions } from '../../api/detection-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { QueryStates, SkeletonLines, TableSkeleton } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { TablePagination } from '../../components/tables/paged-list.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import { useOpenIdInUrl, useUrlPage } from '../../lib/use-url-state.ts';
import { ChangeList } from './policy-change-list.tsx';
import { formatParameter, policyDifferences, SENSITIVITY_LABELS } from './policy-draft.ts';
import type { PolicyDraft } from './use-policy-draft.ts';

interface PolicyVersionContentProps {
  old: DetectionPolicyView;
  editing: PolicyDraft;
  mayEdit: boolean;
  onStarted: () => void;
}

interface VersionParameter extends RuleParameter {
  activityType: string;
}

const VERSION_PARAMETER_COLUMNS: Column<VersionParameter>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  { title: 'Number', cell: ({ meaning }) => meaning },
  { title: 'Value', numeric: true, cell: ({ value, unit }) => formatParameter(value, unit) },
  {
    title: 'With sensitivity',
    numeric: true,
    cell: ({ effective, unit }) => formatParameter(effective, unit),
  },
];

/** All that a version says, beside the policy in force. */
function PolicyVersionContent({ old, editing, mayEdit, onStarted }: PolicyVersionContentProps) {
  const { base, isEdited, startFrom } = editing;
  const ways = policyDifferences(base, old);
  const isInForce = old.version === base.version;
  const off = old.rules.filter(({ switchedOff }) => switchedOff !== null);
  const numbers = old.rules.flatMap(({ activityType, parameters }) =>
    parameters.map((parameter) => Object.assign({ activityType }, parameter)),
  );
  return (
    <>
      {isInForce ? (
        <p>It is in force.</p>
      ) : (
        <section>
          <h3>Going back from version {base.version} to it would change</h3>
          {ways.length === 0 ? (
            <p className="quiet">Nothing: both say the same.</p>
          ) : (
            <ChangeList changes={ways} rules={base.rules} />
          )}
          {mayEdit && ways.length > 0 && (
            <p>
              <Button
                type="primary"
                onClick={() => {
                  startFrom(old);
                  onStarted();
                }}
              >
                Take as starting point
              </Button>{' '}
              <span className="quiet">
                {isEdited
                  ? 'Your unsaved changes are replaced. Nothing is saved by it.'
                  : 'Fills the fields. Nothing is saved by it.'}
              </span>
            </p>
          )}
        </section>
      )}
      <section>
        <h3>What it says</h3>
        <p>
          Sensitivity {SENSITIVITY_LABELS[old.sensitivity].toLowerCase()}.{' '}
          {off.length === 0 && 'Every rule is on.'}
        </p>
        {off.map(({ activityType, switchedOff }) => (
          <p key={activityType}>
            {activityLabel(activityType)} is off: {switchedOff}
          </p>
        ))}
        <DataTable
          caption={`Numbers of version ${old.version}`}
          columns={VERSION_PARAMETER_COLUMNS}
          rows={numbers}
          rowKey={({ activityType, name }) => `${activityType} ${name}`}
        />
      </section>
    </>
  );
}

interface VersionColumnsProps extends Pick<DetectionPolicyView, 'rules'> {
  onOpen: (version: PolicyVersion) => void;
}

/** Who saved each version, when, why, and what it changed. */
function versionColumns({ rules, onOpen }: VersionColumnsProps): Column<PolicyVersion>[] {
  return [
    {
      title: 'Version',
      cell: (version) => (
        <button type="button" className="link-button version-link" onClick={() => onOpen(version)}>
          Version {formatCount(version.version)}
        </button>
      ),
    },
    {
      title: 'Saved',
      cell: ({ createdAt, createdBy }) => (
        <span className="version-saved">
          {formatDateTime(createdAt)}
          <span className="quiet">by {createdBy}</span>
        </span>
      ),
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    {
      title: 'Changed',
      cell: ({ changes }) =>
        changes.length === 0 ? (
          <span className="quiet">Nothing</span>
        ) : (
          <ChangeList changes={changes} rules={rules} />
        ),
    },
  ];
}

interface VersionDrawerProps {
  /** Null: closed. */
  version: PolicyVersion | null;
  editing: PolicyDraft;
  mayEdit: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** One version: who, when, why, what it changed, how it differs from the policy in force, and all of its numbers. */
function VersionDrawer({ version, onClose, ...rest }: VersionDrawerProps) {
  const title = version === null ? 'Version' : `Version ${version.version}`;
  return (
    <Drawer
      title={title}
      aria-label={title}
      size={720}
      open={version !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {version !== null && <LoadedVersion key={version.version} version={version} {...rest} />}
    </Drawer>
  );
}

interface LoadedVersionProps extends Omit<VersionDrawerProps, 'version' | 'onClose'> {
  version: PolicyVersion;
}

function LoadedVersion({ version, editing, mayEdit, onStarted }: LoadedVersionProps) {
  const policy = useQuery(getPolicyVersion(version.version));
  const { createdAt, createdBy, reason, changes } = version;
  return (
    <div className="version-view">
      <Facts>
        <Fact term="Saved" value={`${formatDateTime(createdAt)} by ${createdBy}`} />
        <Fact term="Reason" value={reason} />
      </Facts>
      <section>
        <h3>What it changed</h3>
        {changes.length === 0 ? (
          <p className="quiet">Nothing against the version before.</p>
        ) : (
          <ChangeList changes={changes} rules={editing.base.rules} />
        )}
      </section>
      <QueryStates
        query={policy}
        skeleton={<SkeletonLines lines={6} height={28} />}
        failed="The version could not be loaded."
      >
        {(old) => (
          <PolicyVersionContent old={old} editing={editing} mayEdit={mayEdit} onStarted={onStarted} />
        )}
      </QueryStates>
    </div>
  );
}

const PAGE_SIZE = 20;

interface VersionListProps {
  editing: PolicyDraft;
  mayEdit: boolean;
  /** An older version was taken as starting point. */
  onStarted: () => void;
}

/** Who changed what, when and why, newest first. */
export function VersionList({ editing, mayEdit, onStarted }: VersionListProps) {
  const { page, turnTo } = useUrlPage('versions');
  const opened = useOpenIdInUrl('version');
  const versions = useQuery(listPolicyVersions({ page, pageSize: PAGE_SIZE }));
  const onOpen = ({ version }: { version: number }): void => opened.open(version);
  const columns = versionColumns({ rules: editing.base.rules, onOpen });
  return (
    <>
      <QueryStates
        query={versions}
        skeleton={<TableSkeleton lines={4} height={36} />}
        failed="The versions could not be loaded."
      >
        {(shown) => (
          <>
            <DataTable
              caption="Versions of the detection policy"
              columns={columns}
              rows={shown.items}
              rowKey={({ version }) => version}
              onOpen={onOpen}
            />
            <TablePagination of={shown} page={page} pageSize={PAGE_SIZE} onPage={turnTo} />
          </>
        )}
      </QueryStates>
      <VersionDrawer
        // The address says its page as well.
        version={versions.data?.items.find(({ version }) => version === opened.id) ?? null}
        editing={editing}
        mayEdit={mayEdit}
        onClose={opened.close}
        onStarted={onStarted}
      />
    </>
  );
}
