import type { PolicyVersion } from '@clearwatch/contracts/detection-policy.dto';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { getPolicyVersion } from '../../../api/get-policy-version.ts';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { formatDateTime } from '../../../formats/dates.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { ChangeList } from '../saving/change-list.tsx';
import { OldPolicy } from './old-policy.tsx';

interface VersionDrawerProps {
  /** Null: closed. */
  version: PolicyVersion | null;
  editing: PolicyDraft;
  mayEdit: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** One version: who, when, why, what it changed, how it differs from the policy in force, and all of its numbers. */
export function VersionDrawer({ version, onClose, ...rest }: VersionDrawerProps) {
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
      {version !== null && <OpenedVersion key={version.version} version={version} {...rest} />}
    </Drawer>
  );
}

interface OpenedVersionProps extends Omit<VersionDrawerProps, 'version' | 'onClose'> {
  version: PolicyVersion;
}

function OpenedVersion({ version, editing, mayEdit, onStarted }: OpenedVersionProps) {
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
        {(old) => <OldPolicy old={old} editing={editing} mayEdit={mayEdit} onStarted={onStarted} />}
      </QueryStates>
    </div>
  );
}
