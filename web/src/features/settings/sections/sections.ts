import {
  AlertOutlined,
  BankOutlined,
  BellOutlined,
  DatabaseOutlined,
  HeartOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { DraftKind } from '../../../drafts/drafts.ts';
import { InstitutionSection } from '../institution/institution-section.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { PolicySection } from '../policy-section.tsx';
import { RetentionSection } from '../retention/retention-section.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { SystemSection } from '../system/system-section.tsx';

export interface SettingsSection {
  /** As it stands in the address. */
  key: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** What its unsaved changes are kept as. */
  draft?: DraftKind;
  /** Stays once it was opened, so that nothing that was typed is lost; what it shows then may rest. */
  content: ComponentType<{ isShown: boolean }>;
}

/** THE list of sections, in the order of the rail. The first one opens when the address names none. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    key: 'detection',
    label: 'Detection thresholds',
    icon: AlertOutlined,
    draft: 'policy',
    content: PolicySection,
  },
  {
    key: 'institution',
    label: 'Institution profile',
    icon: BankOutlined,
    draft: 'institution',
    content: InstitutionSection,
  },
  {
    key: 'notifications',
    label: 'Notifications',
    icon: BellOutlined,
    draft: 'notifications',
    content: NotificationsSection,
  },
  { key: 'system', label: 'System status', icon: HeartOutlined, content: SystemSection },
  { key: 'retention', label: 'Data retention', icon: DatabaseOutlined, content: RetentionSection },
  { key: 'security', label: 'Security', icon: SafetyOutlined, content: SecuritySection },
];

/** The section that an address names. */
export function sectionOf(params: URLSearchParams): SettingsSection {
  const [first] = SECTIONS;
  const found = SECTIONS.find(({ key }) => key === params.get('section')) ?? first;
  if (found === undefined) throw new Error('there is no section');
  return found;
}

/** The first section is the page itself. */
export function addressOf({ key }: SettingsSection): string {
  return key === SECTIONS[0]?.key ? '/settings' : `/settings?section=${key}`;
}
