import './settings.css';
import {
  AlertOutlined,
  BankOutlined,
  BellOutlined,
  DatabaseOutlined,
  HeartOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, createElement, Fragment, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { getCurrentUser } from '../../api/session-api.ts';
import { Panel } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { type DraftKind, readDraft } from '../../lib/form-drafts.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { ApprovalSection } from './approval-section.tsx';
import { InstitutionSection } from './institution-section.tsx';
import { NotificationsSection } from './notification-choices-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { type UnsavedSection, UnsavedSectionsProvider, useUnsavedSections } from './section-drafts.tsx';
import { SystemSection } from './system-section.tsx';

export function SecuritySection() {
  const { data: user } = useQuery(getCurrentUser());
  const isAdmin = user?.role === 'Admin';
  return (
    <>
      {user?.role === 'Admin' && <ApprovalSection user={user} />}
      <Panel title="Security">
        <div className="security-text">
          <section>
            <h3>Access</h3>
            <p>
              There are two roles. Users work with alerts, members, reports and imports. Admins also manage users, the
              detection policy and the institution profile, and undo imports. The server checks the role on every
              request. Before such an action, admins enter a code from their authenticator app, which then works for
              five minutes. {isAdmin && <Link to="/user-management">User Management</Link>}
            </p>
            <p>
              Three wrong passwords or codes in a row lock an account for 15 minutes. A session lasts up to seven days.
              It ends earlier without activity, unless the operator has turned this off. Deactivation, a role change or
              a password reset takes effect on the next request. <Link to="/account">Your sign-ins and sessions</Link>
            </p>
          </section>
          <section>
            <h3>Two-factor authentication</h3>
            <p>
              Every sign-in needs a second factor: after the password, users enter a six-digit code from an
              authenticator app. Each code works once. The secrets are encrypted in the database. Users who lose their
              device sign in with one of ten recovery codes, or an admin resets their two-factor authentication.
            </p>
          </section>
          <section>
            <h3>Audit log</h3>
            <p>
              Clearwatch records sign-ins, imports, views of members and evidence, decisions, exports and settings
              changes with the user and time. Each event contains a hash of the previous one, so verifying the log
              reveals changes and gaps. {isAdmin && <Link to="/audit-log">Audit Log</Link>}
            </p>
          </section>
          <section>
            <h3>Data storage</h3>
            <p>
              Transactions, documents and reports are stored on the institution’s own server. Clearwatch sends data
              elsewhere only if the operator sets up cloud document extraction or a language model for reports. Both are
              off by default. The documentation describes what they send.
            </p>
          </section>
        </div>
      </Panel>
    </>
  );
}

interface SettingsSection {
  key: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Key under which the browser tab stores unsaved changes. */
  draft?: DraftKind;
  /** Stays mounted once opened, to keep unsaved input. */
  content: ComponentType<{ isShown: boolean }>;
}

/** The first section opens when the URL contains none. */
const SECTIONS: readonly [SettingsSection, ...SettingsSection[]] = [
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

function OpenedSections({ shown }: { shown: SettingsSection }) {
  const [opened, setOpened] = useState(() =>
    SECTIONS.filter(({ draft }) => draft !== undefined && readDraft(draft) !== null),
  );
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  return SECTIONS.filter((section) => opened.includes(section)).map((section) => {
    const isShown = section === shown;
    return (
      <div key={section.key} className="screen-rows" hidden={!isShown}>
        <section.content isShown={isShown} />
      </div>
    );
  });
}

function SectionRail({ shown }: { shown: SettingsSection }) {
  return (
    <nav className="section-rail" aria-label="Settings">
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.key}>
            <Link
              to={section === SECTIONS[0] ? '/settings' : `/settings?section=${section.key}`}
              {...(section === shown && { 'aria-current': 'page' as const })}
            >
              {createElement(section.icon, { 'aria-hidden': true })}
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Saves section by section. A section that fails keeps its changes; the other sections are still saved. */
function useSaveAll() {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (unsaved: readonly UnsavedSection[]) => {
      const saved: string[] = [];
      const failed: { what: string; error: unknown }[] = [];
      for (const { what, save } of unsaved) {
        if ('ask' in save) continue;
        try {
          await save.now();
          saved.push(what);
        } catch (error) {
          failed.push({ what, error });
        }
      }
      return { saved, failed };
    },
    onMutate: () => toasts.clear(),
    onSuccess: ({ saved, failed: [failed] }, unsaved) => {
      if (failed !== undefined)
        return toasts.failed('Settings Not Saved', failed.error, `The ${failed.what} could not be saved.`);
      if (saved.length > 0) toasts.success({ title: 'Settings Saved', description: formatSavedSections(saved) });
      for (const { save } of unsaved) if ('ask' in save) save.ask();
    },
  });
  return { isSaving: isPending, saveAll: mutate };
}

function formatSavedSections(saved: readonly string[]): string {
  const text = `${saved.join(' and ')} saved.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Always visible, even without unsaved changes, so that users can find the button. */
function SaveBar() {
  const unsaved = useUnsavedSections();
  const { isSaving, saveAll } = useSaveAll();
  const changes = unsaved.reduce((sum, section) => sum + section.changes, 0);
  const problems = unsaved.reduce((sum, section) => sum + section.problems, 0);
  const blockers = unsaved.flatMap(({ blocker }) => (blocker === null ? [] : [blocker]));
  return (
    <section className="draft-bar" aria-label="Unsaved changes">
      <output>
        {unsaved.length === 0 ? (
          <span className="quiet">All changes saved</span>
        ) : (
          <strong className="figures">{formatQuantity(changes, 'unsaved change')}</strong>
        )}
        {unsaved.length > 1 && <span>{unsaved.map(({ what }) => what).join(', ')}</span>}
        {problems > 0 && <span className="problem-mark">{problems} not allowed</span>}
        {blockers.map((blocker) => (
          <span key={blocker} className="problem-mark">
            {blocker}
          </span>
        ))}
      </output>
      {unsaved.length > 0 && (
        <Button disabled={isSaving} onClick={() => unsaved.forEach(({ discard }) => discard())}>
          Reset to saved
        </Button>
      )}
      {unsaved.map(({ section, actions }) => (
        <Fragment key={section}>{actions}</Fragment>
      ))}
      <Button
        type="primary"
        disabled={isSaving || unsaved.length === 0 || problems > 0 || blockers.length > 0}
        onClick={() => saveAll(unsaved)}
      >
        {isSaving ? 'Saving...' : 'Save Settings'}
      </Button>
    </section>
  );
}

export default function SettingsScreen() {
  const [params] = useSearchParams();
  const shown = SECTIONS.find(({ key }) => key === params.get('section')) ?? SECTIONS[0];
  return (
    <UnsavedSectionsProvider>
      <div className="settings-screen">
        <SectionRail shown={shown} />
        <div className="settings-content screen-rows">
          <OpenedSections shown={shown} />
          <SaveBar />
        </div>
      </div>
    </UnsavedSectionsProvider>
  );
}
