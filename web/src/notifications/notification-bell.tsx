import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useDialogInAddress } from '../addresses/use-dialog-in-address.ts';
import { listNotifications } from '../api/notifications.ts';
import { lazyPart } from '../failures/missing-code.ts';
import { formatCount } from '../formats/count.ts';
import { useToldAloud } from './use-told-aloud.ts';
import './notifications.css';

const NotificationDrawer = lazyPart(() => import('./notification-drawer.tsx'));

/** What one was told while one was here or away: how much is unread, and behind it the newest fifty. */
export function NotificationBell() {
  const drawer = useDialogInAddress('notifications');
  const [everOpened, setEverOpened] = useState(drawer.isOpen);
  if (drawer.isOpen && !everOpened) setEverOpened(true);
  const list = useQuery(listNotifications());
  useToldAloud(list.data);
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
