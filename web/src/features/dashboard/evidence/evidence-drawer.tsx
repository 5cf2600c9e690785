import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { getUnusualActivity } from '../../../api/get-unusual-activity.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { Evidence } from './evidence.tsx';

interface EvidenceDrawerProps {
  /** Null: closed. */
  activityId: number | null;
  onClose: () => void;
}

/** Why an alert was raised, beside the list it came from. */
export default function EvidenceDrawer({ activityId, onClose }: EvidenceDrawerProps) {
  return (
    <Drawer
      title="Alert evidence"
      aria-label="Alert evidence"
      size={800}
      open={activityId !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {activityId !== null && <LoadedEvidence key={activityId} activityId={activityId} />}
    </Drawer>
  );
}

function LoadedEvidence({ activityId }: { activityId: number }) {
  const activity = useQuery(getUnusualActivity(activityId));
  return (
    <QueryStates
      query={activity}
      skeleton={<SkeletonLines lines={6} height={56} />}
      failed="The evidence could not be loaded."
    >
      {(detail) => <Evidence activity={detail} />}
    </QueryStates>
  );
}
