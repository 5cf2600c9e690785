import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { listNotifications } from '../../api/notifications-api.ts';
import { useToasts } from '../../components/toasts.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatCount } from '../../lib/number-format.ts';
import { useUrlDialog } from '../../lib/use-url-state.ts';

const NotificationDrawer = lazyComponent(() => import('./notification-drawer.tsx'));

export function NotificationBell() {
  const drawer = useUrlDialog('notifications');
  const [everOpened, setEverOpened] = useState(drawer.isOpen);
  if (drawer.isOpen && !everOpened) setEverOpened(true);
  const { data } = useQuery(listNotifications());
  const toasts = useToasts();
  const newestKnown = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const known = newestKnown.current;
    const newest = data.newest[0]?.id ?? 0;
    newestKnown.current = Math.max(known ?? 0, newest);
    if (known === null || newest <= known) return;
    // The texts are needed only when something new arrives.
    void import('./notification-text.ts').then(
      ({ newNotificationToast }) => {
        const toast = newNotificationToast(data, known);
        if (toast !== null) toasts.news(toast);
      },
      // Without the code, the number on the bell still shows it.
      () => undefined,
    );
  }, [data, toasts]);
  const unread = data?.unread ?? 0;
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
