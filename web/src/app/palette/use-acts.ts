import {
  AlertOutlined,
  BulbOutlined,
  CloudUploadOutlined,
  LogoutOutlined,
  PlayCircleOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
} from '@ant-design/icons';
import { useNavigate } from 'react-router-dom';
import { useRunAnalysis } from '../../full-analysis/use-run-analysis.ts';
import { useOpenedGuide } from '../../guide-link/use-opened-guide.ts';
import { EVERYWHERE } from '../../keyboard/key-registry.ts';
import { useTakeNext } from '../../review/use-take-next.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useThemeMode } from '../theme-mode.tsx';
import type { NamedEntry } from './screen-entries.ts';

/** What can be done from anywhere. Every member of staff may do all of it. @param onKeys shows the keys */
export function useActs(onKeys: () => void): NamedEntry[] {
  const navigate = useNavigate();
  const { mode, toggle } = useThemeMode();
  const { take } = useTakeNext();
  const analysis = useRunAnalysis();
  const guide = useOpenedGuide();
  const { signOut } = useSignOut();
  return [
    {
      id: 'act-upload',
      label: 'Import a file',
      detail: 'NACHA, CSV or JSON, or documents from there',
      words: 'upload load transactions ach',
      icon: CloudUploadOutlined,
      does: { jump: { to: '/import' } },
    },
    {
      id: 'act-take-next',
      label: 'Take the next alert',
      detail: 'The one to be looked at next, for you alone',
      words: 'review work queue',
      icon: AlertOutlined,
      does: { act: take },
    },
    {
      id: 'act-analysis',
      label: 'Run Full Analysis',
      detail: 'Looks through all transactions of the ledger',
      words: 'detect fraud start everything',
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
      words: 'mode colours appearance night',
      icon: BulbOutlined,
      does: { act: toggle },
    },
    {
      id: 'act-guide',
      label: 'Open the User Guide',
      detail: '',
      words: 'help manual documentation',
      icon: ReadOutlined,
      does: { act: guide.open },
    },
    {
      id: 'act-keys',
      label: 'Show all keys',
      detail: '',
      words: 'keyboard shortcuts hotkeys help',
      icon: QuestionCircleOutlined,
      keys: EVERYWHERE.overview.keys,
      does: { act: onKeys },
    },
    {
      id: 'act-sign-out',
      label: 'Sign Out',
      detail: '',
      words: 'log out logout leave exit',
      icon: LogoutOutlined,
      does: { act: signOut },
    },
  ];
}
