import './settings.css';
import {
  AlertOutlined,
  BankOutlined,
  BellOutlined,
  DatabaseOutlined,
  HeartOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, createElement, Fragment, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { describeError } from '../../api/error-messages.ts';
import { useToasts } from '../../components/toasts.tsx';
import { type DraftKind, readDraft } from '../../lib/form-drafts.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { InstitutionSection } from './institution-section.tsx';
import { NotificationsSection } from './notification-choices-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { type UnsavedSection, UnsavedSectionsProvider, useUnsavedSections } from './section-drafts.tsx';
import { SecuritySection } from './security-section.tsx';
import { SystemSection } from './system-section.tsx';

interface SettingsSection {
  /** Its name in the address. */
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

/** The shown section, and hidden ones that were opened before or have unsaved changes. */
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
      if (failed !== undefined) {
        const description = describeError(failed.error, `The ${failed.what} could not be saved.`);
        toasts.failure({ title: 'Settings Not Saved', description });
        return;
      }
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

/** Settings of the institution and of the user. One button saves the changes of all sections. */
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
