import { CloudUploadOutlined, DashboardOutlined } from '@ant-design/icons';
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
];

export function screensFor(role: Role): Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}
