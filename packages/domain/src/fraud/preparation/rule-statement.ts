import type { AlertHeadline } from '@clearwatch/contracts/fraud/alert-evidence';
import type { EvidenceParts } from '../evidence.ts';

/** What one branch of a rule says about what it found, where a rule has several. */
export interface RuleStatement
  extends Pick<AlertHeadline, 'percentageChange' | 'description'>,
    Pick<EvidenceParts, 'figures' | 'baseline' | 'wouldBeSilent' | 'facts'> {}
