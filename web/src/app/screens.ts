import {
  AuditOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  SafetyOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { ROLES, type Role } from '@clearwatch/contracts/roles';
import type { ComponentType } from 'react';

export interface Screen {
  path: string;
  /** The entry in the sidebar. */
  label: string;
  /** The page's `h1` and the browser tab. */
  title: string;
  subtitle: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Who may open it; the server checks again. */
  roles: readonly Role[];
  /** False for what is reached from the account menu alone (account-menu.tsx). */
  inSidebar?: false;
  load: () => Promise<{ default: ComponentType }>;
}

/** THE list of screens, in the order of the sidebar. Router, sidebar and page titles derive from it. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    label: 'Dashboard',
    title: 'Dashboard Overview',
    subtitle: 'Monitor ACH transactions and member activity',
    icon: DashboardOutlined,
    roles: ROLES,
    load: () => import('../features/dashboard/dashboard-screen.tsx'),
  },
  {
    path: '/import',
    label: 'Data Import',
    title: 'Data Import',
    subtitle: 'Load ACH transactions from a file',
    icon: CloudUploadOutlined,
    roles: ROLES,
    load: () => import('../features/import/import-screen.tsx'),
  },
  {
    path: '/user-management',
    label: 'User Management',
    title: 'User Management',
    subtitle: 'Who may sign in, and what they may do',
    icon: TeamOutlined,
    roles: ['Admin'],
    load: () => import('../features/users/user-management-screen.tsx'),
  },
  {
    path: '/audit-log',
    label: 'Audit Log',
    title: 'Audit Log',
    subtitle: 'Who did what, to what, when and from where',
    icon: AuditOutlined,
    roles: ['Admin'],
    load: () => import('../features/audit/audit-log-screen.tsx'),
  },
  {
    path: '/account',
    label: 'Account & Security',
    title: 'Account & Security',
    subtitle: 'Your sign-ins, password and sessions',
    icon: SafetyOutlined,
    roles: ROLES,
    inSidebar: false,
    load: () => import('../features/account/account-screen.tsx'),
  },
];

export function screensFor(role: Role): Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}
