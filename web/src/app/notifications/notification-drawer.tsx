import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { Link } from 'react-router-dom';
import { listNotifications, markRead, NOTIFICATIONS_KEY } from '../../api/notifications-api.ts';
import { PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { notificationText } from './notification-text.ts';

export default function NotificationDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const list = useQuery(listNotifications());
  const { mutate: mark, isPending } = useMutation({
    mutationFn: markRead,
    onSuccess: async (marked) => {
      // An older response must not overwrite this one.
      await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
      client.setQueryData(listNotifications().queryKey, marked);
    },
  });
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
      // The link has no parameter for the drawer, so the drawer closes.
      footer={<Link to="/settings?section=notifications">Choose your notifications</Link>}
    >
      <QueryStates query={list} height={44} failed="Your notifications could not be loaded.">
        {({ newest }) =>
          newest.length === 0 ? (
            <PanelEmpty text="No notifications yet. The notifications you choose in Settings appear here, including those that arrived while you were away." />
          ) : (
            <ul className="notification-list">
              {newest.map((notification) => {
                const { id, readAt, createdAt } = notification;
                const { title, text, address } = notificationText(notification);
                const isUnread = readAt === null;
                return (
                  <li key={id} className={isUnread ? 'notification-unread' : ''}>
                    <Link to={address} onClick={() => isUnread && mark({ id, andOlder: false })}>
                      <span className="notification-title">
                        {title}
                        {isUnread && <span className="notification-new">New</span>}
                      </span>
                      <span className="notification-text">{text}</span>
                      <span className="quiet figures">{formatDateTime(createdAt)}</span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryStates>
    </Drawer>
  );
}
