import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import {
  type PeerCounts,
  peerPercentile,
  peerSentence,
  usualMonth,
  usualTransactionCount,
} from '@clearwatch/domain/members/member-baseline';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { MonthSums, Sums } from './comparisons.repository.ts';

type What = MemberComparison['what'];

/** A member's last days beside its own normal and its year beside everybody's. */
export function comparisonsOf(found: {
  lately: Sums;
  months: readonly MonthSums[];
  firstDay: string;
  asOf: string;
  peers: Record<What, PeerCounts> | null;
}): MemberComparison[] {
  const { lately, months, firstDay, asOf, peers } = found;
  const normal = usualMonth({ months, firstDay, asOf });
  const counts = new Map(months.map(({ month, transactions }) => [month, transactions]));
  const usual = usualTransactionCount({ counts, firstDay, asOf });
  const own: Record<What, { latest: string; ownMedian: string | null }> = {
    credits: {
      latest: formatCents(lately.creditCents),
      ownMedian: normal === null ? null : formatCents(normal.creditCents),
    },
    debits: {
      latest: formatCents(lately.debitCents),
      ownMedian: normal === null ? null : formatCents(normal.debitCents),
    },
    transactions: {
      latest: String(lately.transactions),
      ownMedian: usual === null ? null : String(usual),
    },
  };
  return (['credits', 'debits', 'transactions'] as const).map((what) => ({
    what,
    ...own[what],
    ...standing(peers?.[what]),
  }));
}

function standing(counts: PeerCounts | undefined): Pick<MemberComparison, 'peerPercentile' | 'peerSentence'> {
  if (counts === undefined) return { peerPercentile: null, peerSentence: null };
  return {
    peerPercentile: peerPercentile(counts)?.toFixed(1) ?? null,
    peerSentence: peerSentence(counts),
  };
}
