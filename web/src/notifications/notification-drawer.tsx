import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { Link } from 'react-router-dom';
import { listNotifications } from '../api/notifications.ts';
import { PanelEmpty, QueryStates } from '../panels/panel-states.tsx';
import { SkeletonLines } from '../panels/skeleton-lines.tsx';
import { NotificationList } from './notification-list.tsx';
import { useMarkRead } from './use-mark-read.ts';

const SETTINGS = '/settings?section=notifications';

interface NotificationDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** The newest fifty of what one was told; code of its own, fetched when the bell is first pressed. */
export default function NotificationDrawer({ open, onClose }: NotificationDrawerProps) {
  const list = useQuery(listNotifications());
  const { mutate: mark, isPending } = useMarkRead();
  const newestId = list.data?.newest[0]?.id;
  const hasUnread = (list.data?.unread ?? 0) > 0;
  return (
    <Drawer
      title="Notifications"
      size={420}
      open={open}
      onClose={onClose}
      destroyOnHidden
      extra={
        <Button
          size="small"
          disabled={!hasUnread || newestId === undefined || isPending}
          onClick={() => newestId !== undefined && mark({ id: newestId, andOlder: true })}
        >
          Mark all as read
        </Button>
      }
      footer={
        // Its address does not open the drawer, nor do those of the notifications.
        <Link to={SETTINGS}>Choose what you are told</Link>
      }
    >
      <QueryStates
        query={list}
        skeleton={<SkeletonLines lines={6} height={44} />}
        failed="Your notifications could not be loaded."
      >
        {({ newest }) =>
          newest.length === 0 ? (
            <PanelEmpty text="Nothing to tell you yet. What you choose in the settings appears here, also what happens while you are away." />
          ) : (
            <NotificationList
              newest={newest}
              onFollow={({ id, readAt }) => {
                if (readAt === null) mark({ id, andOlder: false });
              }}
            />
          )
        }
      </QueryStates>
    </Drawer>
  );
}
