import {
  AlertOutlined,
  AuditOutlined,
  BankOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  SafetyOutlined,
  SettingOutlined,
  SolutionOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { ROLES, type Role } from '@clearwatch/contracts/users';
import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { COMPANY_PATH, companyFromPath, MEMBER_PATH, memberTitle } from '../lib/page-paths.ts';
import { type GuideTopic, useOpenedGuide } from '../lib/user-guide-topics.ts';

export interface Screen {
  path: string;
  label: string;
  title: string;
  /** The title for a URL of a screen about a single item. Null: `title` is shown. */
  titleOf?: (pathname: string) => string | null;
  subtitle: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** The key pressed after `g`, and additional search words. Screens without it can only be reached through links. */
  jump?: { key: string; keywords: string };
  /** The server also checks the role. */
  roles: readonly Role[];
  inSidebar?: false;
  guide: GuideTopic;
  load: () => Promise<{ default: ComponentType }>;
}

/** The router, sidebar and page titles use this list, which is in the order of the sidebar. */
export const SCREENS: readonly Screen[] = (
  [
    {
      path: '/',
      label: 'Dashboard',
      title: 'Dashboard Overview',
      subtitle: 'Monitor ACH transactions and member activity',
      icon: DashboardOutlined,
      jump: { key: 'd', keywords: 'home overview figures metrics chart trends' },
      guide: 'dashboard',
      load: () => import('../features/dashboard/dashboard-screen.tsx'),
    },
    {
      path: '/import',
      title: 'Data Import',
      subtitle: 'Load ACH transactions from a file',
      icon: CloudUploadOutlined,
      jump: { key: 'i', keywords: 'upload file nacha ach json csv history receipts load' },
      guide: 'import',
      load: () => import('../features/import/import-screen.tsx'),
    },
    {
      path: '/import/documents',
      label: 'Document Import',
      title: 'ACH File Extraction',
      subtitle: 'Extract transactions from PDFs, Word files and scans',
      icon: CloudUploadOutlined,
      jump: { key: 'e', keywords: 'extract pdf word scan image upload parse' },
      inSidebar: false,
      guide: 'documents',
      load: () => import('../features/documents/documents-screen.tsx'),
    },
    {
      path: '/import/documents/:id',
      title: 'Document Review',
      subtitle: 'Review extracted rows next to the pages',
      icon: CloudUploadOutlined,
      inSidebar: false,
      guide: 'documents',
      load: () => import('../features/documents/document-screen.tsx'),
    },
    {
      path: '/analysis',
      title: 'Customer Analysis',
      subtitle: 'Income, bills, risk and activity for every member',
      icon: SolutionOutlined,
      jump: { key: 'm', keywords: 'members accounts people holders risk income' },
      guide: 'members',
      load: () => import('../features/members/members-screen.tsx'),
    },
    {
      path: MEMBER_PATH,
      title: 'Member Details',
      titleOf: memberTitle,
      subtitle: 'Activity, income, bills and alerts for one account',
      icon: SolutionOutlined,
      inSidebar: false,
      guide: 'member',
      load: () => import('../features/members/member-screen.tsx'),
    },
    {
      path: '/companies',
      title: 'Company Analysis',
      subtitle: 'Companies that pay members or collect from them',
      icon: BankOutlined,
      jump: { key: 'c', keywords: 'originators employers payers merchants partners' },
      guide: 'companies',
      load: () => import('../features/companies/companies-screen.tsx'),
    },
    {
      path: COMPANY_PATH,
      title: 'Company Details',
      titleOf: companyFromPath,
      subtitle: 'Volume, members and risk for one company',
      icon: BankOutlined,
      inSidebar: false,
      guide: 'company',
      load: () => import('../features/companies/company-screen.tsx'),
    },
    {
      path: '/reports',
      label: 'Reports',
      title: 'Transaction Reports',
      subtitle: 'Search transactions by any field',
      icon: FileSearchOutlined,
      jump: { key: 'r', keywords: 'transactions entries ledger filter export csv trace' },
      guide: 'reports',
      load: () => import('../features/reports/reports-screen.tsx'),
    },
    {
      path: '/ai-reports',
      title: 'AI Reports',
      subtitle: 'Every figure traceable to the ledger',
      icon: FileDoneOutlined,
      jump: { key: 'w', keywords: 'written summary executive generate narrative' },
      guide: 'ai-reports',
      load: () => import('../features/ai-reports/ai-reports-screen.tsx'),
    },
    {
      path: '/fraud',
      label: 'Fraud Detection',
      title: 'Advanced Fraud Detection',
      subtitle: 'Review unusual activity and its evidence',
      icon: AlertOutlined,
      jump: { key: 'f', keywords: 'alerts unusual activity suspicious sar cases review structuring' },
      guide: 'fraud',
      load: () => import('../features/fraud/fraud-screen.tsx'),
    },
    {
      path: '/settings',
      title: 'Settings',
      subtitle: 'Detection policy, institution profile and notifications',
      icon: SettingOutlined,
      jump: { key: 's', keywords: 'policy thresholds rules suppressions versions detection' },
      guide: 'settings',
      load: () => import('../features/settings/settings-screen.tsx'),
    },
    {
      path: '/user-management',
      title: 'User Management',
      subtitle: 'User accounts, roles and access',
      icon: TeamOutlined,
      jump: { key: 'u', keywords: 'staff users roles accounts passwords unlock' },
      roles: ['Admin'],
      guide: 'users',
      load: () => import('../features/users/user-management-screen.tsx'),
    },
    {
      path: '/audit-log',
      title: 'Audit Log',
      subtitle: 'Who did what, when and from where',
      icon: AuditOutlined,
      jump: { key: 'l', keywords: 'events trail history who examiner verify' },
      roles: ['Admin'],
      guide: 'audit-log',
      load: () => import('../features/audit/audit-log-screen.tsx'),
    },
    {
      path: '/account',
      title: 'Account & Security',
      subtitle: 'Your sign-ins, password and sessions',
      icon: SafetyOutlined,
      jump: { key: 'a', keywords: 'password two-factor sessions security profile mine' },
      inSidebar: false,
      guide: 'account',
      load: () => import('../features/account/account-screen.tsx'),
    },
  ] satisfies (Omit<Screen, 'label' | 'roles'> & Partial<Screen>)[]
).map((screen) => ({ label: screen.title, roles: ROLES, ...screen }));

export const screenAt = (screens: readonly Screen[], pathname: string): Screen | null =>
  screens.find(({ path }) => matchPath(path, pathname) !== null) ?? null;

export const screensFor = (role: Role): Screen[] => SCREENS.filter(({ roles }) => roles.includes(role));

/** The guide topic for an address: that of the overlay if one is open, otherwise that of the screen. */
export function guideTopicAt({ pathname, search }: { pathname: string; search: string }): GuideTopic {
  const params = new URLSearchParams(search);
  if (params.has('transaction')) return 'transaction';
  if (params.has('alert')) return 'alert';
  if (params.has('import')) return 'receipt';
  return screenAt(SCREENS, pathname)?.guide ?? 'first-day';
}

export function useOpenGuide(): () => void {
  const location = useLocation();
  const { open } = useOpenedGuide();
  return () => open(guideTopicAt(location));
}
