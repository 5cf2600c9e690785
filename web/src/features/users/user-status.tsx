import {
  CheckCircleOutlined,
  KeyOutlined,
  LockOutlined,
  MinusCircleOutlined,
  SafetyCertificateOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { Role } from '@clearwatch/contracts/users';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import type { ComponentType } from 'react';
import { formatDateTime } from '../../lib/date-format.ts';

/** Spec section 4: locked while `lockedUntil` is in the future. `now` in milliseconds. */
export function isLocked({ lockedUntil }: Pick<StaffUser, 'lockedUntil'>, now: number): boolean {
  return lockedUntil !== null && Date.parse(lockedUntil) > now;
}

export function otherRole({ role }: Pick<StaffUser, 'role'>): Role {
  return role === 'Admin' ? 'User' : 'Admin';
}

interface BadgeProps {
  tone: 'accent' | 'good' | 'warning' | 'bad' | 'plain';
  icon?: ComponentType<{ 'aria-hidden'?: boolean }>;
  text: string;
}

/** Text and icon, because color alone is not accessible. */
function Badge({ tone, icon: Icon, text }: BadgeProps) {
  return (
    <span className={`user-badge user-badge-${tone}`}>
      {Icon && <Icon aria-hidden />}
      {text}
    </span>
  );
}

export function RoleBadge({ role }: Pick<StaffUser, 'role'>) {
  return role === 'Admin' ? (
    <Badge tone="accent" icon={SafetyCertificateOutlined} text="Admin" />
  ) : (
    <Badge tone="plain" text="User" />
  );
}

export function TwoFactorBadge({ enabled }: { enabled: boolean }) {
  return enabled ? (
    <Badge tone="good" icon={CheckCircleOutlined} text="Enabled" />
  ) : (
    <Badge tone="warning" icon={MinusCircleOutlined} text="Disabled" />
  );
}

export function StatusBadges({ user, now }: { user: StaffUser; now: number }) {
  const locked = isLocked(user, now);
  return (
    <span className="user-status">
      {user.isActive ? (
        <Badge tone="good" icon={CheckCircleOutlined} text="Active" />
      ) : (
        <Badge tone="plain" icon={StopOutlined} text="Inactive" />
      )}
      {locked && <Badge tone="bad" icon={LockOutlined} text="Locked" />}
      {user.forcePasswordReset && <Badge tone="warning" icon={KeyOutlined} text="Reset Required" />}
      {locked && user.lockedUntil !== null && (
        <span className="quiet user-status-until">until {formatDateTime(user.lockedUntil)}</span>
      )}
    </span>
  );
}
