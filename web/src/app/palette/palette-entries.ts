import {
  AlertOutlined,
  BulbOutlined,
  CloudUploadOutlined,
  LogoutOutlined,
  PlayCircleOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
} from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRunFullAnalysis } from '../../components/alerts/run-full-analysis.ts';
import { useTakeNextAlert } from '../../components/alerts/take-next-alert.tsx';
import { useSignOut } from '../../components/leave-guard.tsx';
import { useThemeMode } from '../../components/theme-provider.tsx';
import { LOCAL_KEY } from '../../lib/browser-state.ts';
import { GLOBAL_SHORTCUTS, GO_TO_KEY } from '../../lib/keyboard-shortcuts.ts';
import { withParams } from '../../lib/url-params.ts';
import { type Screen, useOpenGuide } from '../screens.ts';

export type PaletteTarget = { to: string } | { opens: 'alert' | 'transaction'; id: number };

export interface PaletteEntry {
  id: string;
  label: string;
  detail: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  keys?: readonly string[];
  does: { jump: PaletteTarget } | { act: () => void } | { stay: () => void };
}

export interface PaletteGroup {
  id: string;
  title: string;
  entries: readonly PaletteEntry[];
  count: string;
  state: 'ready' | 'searching' | 'failed';
  isOutdated: boolean;
}

export function targetUrl(jump: PaletteTarget, here: { pathname: string; search: string }): string {
  if ('to' in jump) return jump.to;
  const params = withParams(here.search, { alert: null, transaction: null, [jump.opens]: String(jump.id) });
  return `${here.pathname}?${params}`;
}

const RECENT_TARGETS_KEY = [...LOCAL_KEY, 'recent-jumps'] as const;
const MAX_RECENT = 5;

/** Recent entries contain names, so they are stored in the query cache, which signing out clears. */
export function useRecentTargets() {
  const client = useQueryClient();
  const recent = client.getQueryData<readonly PaletteEntry[]>(RECENT_TARGETS_KEY) ?? [];
  return {
    recent,
    remember: (entry: PaletteEntry): void => {
      client.setQueryData(
        RECENT_TARGETS_KEY,
        [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, MAX_RECENT),
      );
    },
  };
}

export interface SearchableEntry extends PaletteEntry {
  keywords: string;
}

export function screenEntries(screens: readonly Screen[]): SearchableEntry[] {
  return screens.flatMap(({ path, label, title, subtitle, icon, jump }) =>
    jump === undefined
      ? []
      : [
          {
            id: `screen-${path}`,
            label,
            detail: subtitle,
            keywords: `${title} ${jump.keywords}`,
            icon,
            keys: [GO_TO_KEY, jump.key],
            does: { jump: { to: path } },
          },
        ],
  );
}

export function usePaletteActions(onKeys: () => void): SearchableEntry[] {
  const navigate = useNavigate();
  const { mode, toggle } = useThemeMode();
  const { take } = useTakeNextAlert();
  const analysis = useRunFullAnalysis();
  const openGuide = useOpenGuide();
  const { signOut } = useSignOut();
  return [
    {
      id: 'act-upload',
      label: 'Import a file',
      detail: 'A NACHA, CSV or JSON file, or a document',
      keywords: 'upload load transactions ach',
      icon: CloudUploadOutlined,
      does: { jump: { to: '/import' } },
    },
    {
      id: 'act-take-next',
      label: 'Take the next alert',
      detail: 'Assigns the next alert to you',
      keywords: 'review work queue',
      icon: AlertOutlined,
      does: { act: take },
    },
    {
      id: 'act-analysis',
      label: 'Run Full Analysis',
      detail: 'Checks all transactions in the ledger',
      keywords: 'detect fraud start everything',
      icon: PlayCircleOutlined,
      does: {
        act: () => {
          analysis.run();
          void navigate('/fraud');
        },
      },
    },
    {
      id: 'act-theme',
      label: mode === 'light' ? 'Switch to the dark theme' : 'Switch to the light theme',
      detail: '',
      keywords: 'mode colors appearance night',
      icon: BulbOutlined,
      does: { act: toggle },
    },
    {
      id: 'act-guide',
      label: 'Open the User Guide',
      detail: '',
      keywords: 'help manual documentation',
      icon: ReadOutlined,
      does: { act: openGuide },
    },
    {
      id: 'act-keys',
      label: 'Show keyboard shortcuts',
      detail: '',
      keywords: 'keyboard shortcuts hotkeys help',
      icon: QuestionCircleOutlined,
      keys: GLOBAL_SHORTCUTS.overview.keys,
      does: { act: onKeys },
    },
    {
      id: 'act-sign-out',
      label: 'Sign Out',
      detail: '',
      keywords: 'log out logout leave exit',
      icon: LogoutOutlined,
      does: { act: signOut },
    },
  ];
}
