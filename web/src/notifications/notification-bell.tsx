import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { Suspense, useState } from 'react';
import { listNotifications } from '../api/notifications.ts';
import { lazyPart } from '../failures/missing-code.ts';
import { formatCount } from '../formats/count.ts';
import { useToldAloud } from './use-told-aloud.ts';
import './notifications.css';

const NotificationDrawer = lazyPart(() => import('./notification-drawer.tsx'));

/** What one was told while one was here or away: how much is unread, and behind it the newest fifty. */
export function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  const list = useQuery(listNotifications());
  useToldAloud(list.data);
  const unread = list.data?.unread ?? 0;
  const open = (): void => {
    setEverOpened(true);
    setIsOpen(true);
  };
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
        onClick={open}
      />
      {everOpened && (
        <Suspense fallback={null}>
          <NotificationDrawer open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
