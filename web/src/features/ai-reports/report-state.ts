import type { ReportState } from '@clearwatch/contracts/ai-reports.dto';
import type { Tone } from '../../figures/tone-badge.tsx';

/** What is said of a report that is not simply there. */
export const STATE_WORDS: Record<ReportState, { words: string; tone: Tone } | null> = {
  pending: { words: 'Waiting', tone: 'gray' },
  composing: { words: 'Writing', tone: 'yellow' },
  completed: null,
  failed: { words: 'Failed', tone: 'red' },
  cancelled: { words: 'Cancelled', tone: 'gray' },
};

/** Somebody may still cancel it, and more of it will come. */
export function isOpen(state: ReportState): boolean {
  return state === 'pending' || state === 'composing';
}
