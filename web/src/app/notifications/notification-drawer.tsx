import type { MarkReadRequest, Notification } from '@clearwatch/contracts/notifications.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { Link } from 'react-router-dom';
import { listNotifications, markRead, NOTIFICATIONS_KEY } from '../../api/notifications-api.ts';
import { PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { notificationText } from './notification-text.ts';

interface NotificationListProps {
  newest: readonly Notification[];
  onFollow: (notification: Notification) => void;
}

function NotificationList({ newest, onFollow }: NotificationListProps) {
  return (
    <ul className="notification-list">
      {newest.map((notification) => {
        const { title, text, address } = notificationText(notification);
        return (
          <li key={notification.id} className={notification.readAt === null ? 'notification-unread' : ''}>
            <Link to={address} onClick={() => onFollow(notification)}>
              <span className="notification-title">
                {title}
                {notification.readAt === null && <span className="notification-new">New</span>}
              </span>
              <span className="notification-text">{text}</span>
              <span className="quiet figures">{formatDateTime(notification.createdAt)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: MarkReadRequest) => markRead(request),
    onSuccess: async (list) => {
      // An older answer must not overwrite this one.
      await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
      client.setQueryData(listNotifications().queryKey, list);
    },
  });
}

const SETTINGS = '/settings?section=notifications';

export default function NotificationDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
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
        // The settings address does not keep the drawer open.
        <Link to={SETTINGS}>Choose your notifications</Link>
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
