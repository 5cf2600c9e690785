import { partnershipBand } from '@clearwatch/domain/companies/partnership-score';
import { ToneBadge } from '../../figures/tone-badge.tsx';

/** A partnership score on the colour of its band. */
export function ScoreBadge({ score }: { score: number }) {
  return <ToneBadge tone={partnershipBand(score)}>{score}</ToneBadge>;
}
