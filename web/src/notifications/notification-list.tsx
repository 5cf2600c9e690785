import type { Notification } from '@clearwatch/contracts/notifications.dto';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../formats/dates.ts';
import { wordsOf } from './notification-words.ts';

interface NotificationListProps {
  newest: readonly Notification[];
  onFollow: (told: Notification) => void;
}

/** What one was told, the newest first; each leads somewhere. */
export function NotificationList({ newest, onFollow }: NotificationListProps) {
  return (
    <ul className="notification-list">
      {newest.map((told) => {
        const { title, text, address } = wordsOf(told);
        return (
          <li key={told.id} className={told.readAt === null ? 'notification-unread' : ''}>
            <Link to={address} onClick={() => onFollow(told)}>
              <span className="notification-title">
                {title}
                {told.readAt === null && <span className="notification-new">New</span>}
              </span>
              <span className="notification-text">{text}</span>
              <span className="quiet figures">{formatDateTime(told.createdAt)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
