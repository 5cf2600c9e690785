import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { listNotifications } from '../../api/notifications-api.ts';
import { useToasts } from '../../components/toasts.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatCount } from '../../lib/number-format.ts';
import { useUrlDialog } from '../../lib/use-url-state.ts';
import { newNotificationToast } from './notification-text.ts';

const NotificationDrawer = lazyComponent(() => import('./notification-drawer.tsx'));

export function NotificationBell() {
  const drawer = useUrlDialog('notifications');
  const [everOpened, setEverOpened] = useState(drawer.isOpen);
  if (drawer.isOpen && !everOpened) setEverOpened(true);
  const list = useQuery(listNotifications());
  const toasts = useToasts();
  const newestKnown = useRef<number | null>(null);
  useEffect(() => {
    if (list.data === undefined) return;
    const known = newestKnown.current;
    const toast = known === null ? null : newNotificationToast(list.data, known);
    newestKnown.current = Math.max(known ?? 0, list.data.newest[0]?.id ?? 0);
    if (toast !== null) toasts.news(toast);
  }, [list.data, toasts]);
  const unread = list.data?.unread ?? 0;
  return (
    <>
      <Button
        type="text"
        className="notification-bell"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${formatCount(unread)} unread`}
        aria-haspopup="dialog"
        icon={
          <Badge count={unread} size="small" overflowCount={99} offset={[2, -2]}>
            <BellOutlined aria-hidden />
          </Badge>
        }
        onClick={drawer.open}
      />
      {everOpened && (
        <Suspense fallback={null}>
          <NotificationDrawer open={drawer.isOpen} onClose={drawer.close} />
        </Suspense>
      )}
    </>
  );
}
