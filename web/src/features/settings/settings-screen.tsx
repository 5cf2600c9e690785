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
const SECTIONS: readonly SettingsSection[] = [
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
function sectionFromAddress(params: URLSearchParams): SettingsSection {
  const [first] = SECTIONS;
  const found = SECTIONS.find(({ key }) => key === params.get('section')) ?? first;
  if (found === undefined) throw new Error('there is no section');
  return found;
}

/** The first section is the page itself. */
function sectionAddress({ key }: SettingsSection): string {
  return key === SECTIONS[0]?.key ? '/settings' : `/settings?section=${key}`;
}

/** The shown section, and behind it those that were opened before or that hold something unsaved. */
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

/** The sections, each at an address of its own. */
function SectionRail({ shown }: { shown: SettingsSection }) {
  return (
    <nav className="section-rail" aria-label="Settings">
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.key}>
            <Link
              to={sectionAddress(section)}
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

interface SaveOutcome {
  saved: string[];
  failed: { what: string; error: unknown }[];
}

/** Saves what changed, section by section: one that fails keeps its changes and does not keep the others from being saved. */
function useSaveAll() {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (unsaved: readonly UnsavedSection[]): Promise<SaveOutcome> => {
      const outcome: SaveOutcome = { saved: [], failed: [] };
      for (const { what, save } of unsaved) {
        if ('ask' in save) continue;
        try {
          await save.now();
          outcome.saved.push(what);
        } catch (error) {
          outcome.failed.push({ what, error });
        }
      }
      return outcome;
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
      // What wants a word more comes last: its dialog stands over everything.
      for (const { save } of unsaved) if ('ask' in save) save.ask();
    },
  });
  return { isSaving: isPending, saveAll: mutate };
}

function formatSavedSections(saved: readonly string[]): string {
  const words = `${saved.join(' and ')} ${saved.length === 1 ? 'is' : 'are'} saved.`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * How much of the screen is not saved yet, and what can be done with it. In sight wherever the page is scrolled, also while there
 * is nothing to save (product.md): who looks for the button finds it.
 */
function SaveBar() {
  const unsaved = useUnsavedSections();
  const { isSaving, saveAll } = useSaveAll();
  const sum = (count: (part: (typeof unsaved)[number]) => number): number =>
    unsaved.reduce((total, part) => total + count(part), 0);
  const problems = sum((part) => part.problems);
  const hindrances = unsaved.flatMap(({ blocker }) => (blocker === null ? [] : [blocker]));
  return (
    <section className="draft-bar" aria-label="Unsaved changes">
      <output>
        {unsaved.length === 0 ? (
          <span className="quiet">Everything is saved</span>
        ) : (
          <strong className="figures">
            {formatQuantity(
              sum(({ changes }) => changes),
              'unsaved change',
            )}
          </strong>
        )}
        {unsaved.length > 1 && <span>{unsaved.map(({ what }) => what).join(', ')}</span>}
        {problems > 0 && <span className="problem-mark">{problems} not allowed</span>}
        {hindrances.map((words) => (
          <span key={words} className="problem-mark">
            {words}
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
        disabled={isSaving || unsaved.length === 0 || problems > 0 || hindrances.length > 0}
        onClick={() => saveAll(unsaved)}
      >
        {isSaving ? 'Saving...' : 'Save Settings'}
      </Button>
    </section>
  );
}

/** Settings of the institution and of the one who looks, section by section; one button saves what changed in all of them. */
export default function SettingsScreen() {
  const [params] = useSearchParams();
  const shown = sectionFromAddress(params);
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
