import { useQuery } from '@tanstack/react-query';
import { getDetectionPolicy } from '../../api/detection-policy.ts';
import { getCurrentUser } from '../../api/get-current-user.ts';
import { Panel } from '../../panels/panel.tsx';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { PolicyWorkbench } from './policy-workbench.tsx';

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
      {(inForce) => <PolicyWorkbench inForce={inForce} mayEdit={user.data?.role === 'Admin'} />}
    </QueryStates>
  );
}
