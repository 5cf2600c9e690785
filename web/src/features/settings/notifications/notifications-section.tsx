import { useQuery } from '@tanstack/react-query';
import { getNotificationSettings } from '../../../api/notifications.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import './notifications.css';

/** What tells this person inside of the application; everybody chooses for himself. */
export function NotificationsSection() {
  const settings = useQuery(getNotificationSettings());
  return (
    <Panel
      title="Notifications"
      badges={<span className="quiet">Yours alone. They wait behind the bell, also while you are away.</span>}
    >
      <QueryStates
        query={settings}
        skeleton={<SkeletonLines lines={6} height={40} />}
        failed="What you are told could not be loaded."
      >
        {(saved) => <NotificationsForm saved={saved} />}
      </QueryStates>
    </Panel>
  );
}
