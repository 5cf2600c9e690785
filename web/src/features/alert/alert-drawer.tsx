import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer } from 'antd';
import { useState } from 'react';
import { useAlertPlace } from '../../alert-link/listed-alerts.ts';
import { isMissing } from '../../api/describe-error.ts';
import { getUnusualActivity } from '../../api/get-unusual-activity.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { AlertView } from './alert-view.tsx';
import { AlertToolbar } from './decide/alert-toolbar.tsx';
import { AlertKeyLegend } from './decide/key-legend.tsx';
import { ReplayResult } from './decide/replay-result.tsx';
import './decide/decide.css';

interface AlertDrawerProps {
  /** Null: closed. */
  activityId: number | null;
  onClose: () => void;
}

/** Why an alert was raised and what is decided about it, beside the list it came from. */
export default function AlertDrawer({ activityId, onClose }: AlertDrawerProps) {
  const place = useAlertPlace(activityId);
  const [showsKeys, setShowsKeys] = useState(false);
  return (
    <Drawer
      title="Alert evidence"
      aria-label="Alert evidence"
      size={1100}
      open={activityId !== null}
      onClose={onClose}
      destroyOnHidden
      extra={
        activityId !== null && (
          <AlertToolbar place={place} showsKeys={showsKeys} onToggleKeys={() => setShowsKeys(!showsKeys)} />
        )
      }
    >
      {showsKeys && <AlertKeyLegend />}
      {activityId !== null && <ReplayResult alertId={activityId} />}
      {activityId !== null && <LoadedAlert key={activityId} activityId={activityId} />}
    </Drawer>
  );
}

function LoadedAlert({ activityId }: { activityId: number }) {
  const activity = useQuery(getUnusualActivity(activityId));
  const isGone = isMissing(activity.error);
  return (
    <>
      {isGone && activity.data !== undefined && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="alert-gone"
          title="This alert is no longer there: the import it rested on was taken back. You see what was known of it."
        />
      )}
      <QueryStates
        query={activity}
        skeleton={<SkeletonLines lines={6} height={56} />}
        failed="The evidence could not be loaded."
        missing="There is no alert with this number. An alert nobody had reviewed leaves with the import it rested on, when that is undone."
      >
        {(detail) => <AlertView activity={detail} />}
      </QueryStates>
    </>
  );
}
