import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { getUnusualActivity } from '../../api/get-unusual-activity.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { AlertView } from './alert-view.tsx';

interface AlertDrawerProps {
  /** Null: closed. */
  activityId: number | null;
  onClose: () => void;
}

/** Why an alert was raised, beside the list it came from. */
export default function AlertDrawer({ activityId, onClose }: AlertDrawerProps) {
  return (
    <Drawer
      title="Alert evidence"
      aria-label="Alert evidence"
      size={1160}
      open={activityId !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {activityId !== null && <LoadedAlert key={activityId} activityId={activityId} />}
    </Drawer>
  );
}

function LoadedAlert({ activityId }: { activityId: number }) {
  const activity = useQuery(getUnusualActivity(activityId));
  return (
    <QueryStates
      query={activity}
      skeleton={<SkeletonLines lines={6} height={56} />}
      failed="The evidence could not be loaded."
    >
      {(detail) => <AlertView activity={detail} />}
    </QueryStates>
  );
}
