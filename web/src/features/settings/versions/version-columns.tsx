import type { DetectionPolicyView, PolicyVersion } from '@clearwatch/contracts/detection-policy.dto';
import { formatCount } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import type { Column } from '../../../tables/data-table.tsx';
import { ChangeList } from '../saving/change-list.tsx';

interface VersionColumnsProps extends Pick<DetectionPolicyView, 'rules'> {
  onOpen: (version: PolicyVersion) => void;
}

/** Who saved each version, when, why, and what it changed. */
export function versionColumns({ rules, onOpen }: VersionColumnsProps): Column<PolicyVersion>[] {
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
