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
    <Panel title="Security">
      <div className="security-text">
        <section>
          <h3>Access</h3>
          <p>
            There are two roles. Users work with alerts, members, reports and imports; admins also manage
            users, the detection policy and the institution profile, and undo imports. The server checks the
            role at every request, not only the screen.{' '}
            {isAdmin && <Link to="/user-management">User Management</Link>}
          </p>
          <p>
            The third wrong password or code in a row locks an account for 15 minutes. A session lasts seven
            days at most and, unless whoever runs the server has turned that off, ends earlier when it is left
            alone. A deactivation, a new role or a reset password acts on the next request.{' '}
            <Link to="/account">Your sign-ins and sessions</Link>
          </p>
        </section>
        <section>
          <h3>Two-factor authentication</h3>
          <p>
            Nobody gets in without a second factor: after the password an authenticator app gives a code of
            six digits, and each code is accepted once. Its secrets are encrypted in the database. Who has
            lost the device uses one of ten recovery codes, or an admin resets the second factor.
          </p>
        </section>
        <section>
          <h3>Audit log</h3>
          <p>
            Sign-ins, imports, views of members and evidence, decisions, exports and changes of settings are
            written down with who and when. Each event carries a hash of the one before, so that a change or a
            gap shows when the log is verified. {isAdmin && <Link to="/audit-log">Audit Log</Link>}
          </p>
        </section>
        <section>
          <h3>On the premises</h3>
          <p>
            Transactions, documents and reports are stored on the institution’s own server. Nothing is sent
            elsewhere unless whoever runs the server sets up a cloud reader of documents or a language model
            for reports; both are off at first, and what they send is described in the documentation.
          </p>
        </section>
      </div>
    </Panel>
  );
}

interface SettingsSection {
  key: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Under this name the browser tab stores its unsaved changes. */
  draft?: DraftKind;
  /** Stays mounted once opened, so that typed text is not lost. */
  content: ComponentType<{ isShown: boolean }>;
}

/** The first section opens when the address names none. */
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

/** Saves section by section. A section that fails keeps its changes; the others are saved all the same. */
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
      if (saved.length > 0)
        toasts.success({ title: 'Settings Saved', description: formatSavedSections(saved) });
      for (const { save } of unsaved) if ('ask' in save) save.ask();
    },
  });
  return { isSaving: isPending, saveAll: mutate };
}

function formatSavedSections(saved: readonly string[]): string {
  const text = `${saved.join(' and ')} ${saved.length === 1 ? 'is' : 'are'} saved.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Always visible, even with nothing to save (product.md), so that users find the button. */
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
          <span className="quiet">Everything is saved</span>
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
