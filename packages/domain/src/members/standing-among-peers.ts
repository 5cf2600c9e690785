/** With fewer members a percentile says little, and may show a member the figures of another. */
export const LEAST_PEERS = 20;

/** Where a member stands among the others by one figure. */
export interface PeerCounts {
  /** Peers with a smaller figure. */
  below: number;
  /** Peers with the same figure, the member itself included. */
  equal: number;
  /** All peers, the member included. */
  total: number;
}

/**
 * Percentile of a member among its peers, 0 to 100: `100 x (below + equal / 2) / total`, so that the middle member is at
 * 50 and members with the same figure stand at the same place. Null among fewer than 20.
 */
export function standingAmongPeers({ below, equal, total }: PeerCounts): number | null {
  return total < LEAST_PEERS ? null : (100 * (below + equal / 2)) / total;
}

/** The standing in words: "More than 83% of 2,583 members"; null among too few. */
export function peerSentence({ below, total }: PeerCounts): string | null {
  if (total < LEAST_PEERS) return null;
  // Rounded down: nobody has more than 100 % of a group that it belongs to.
  return `More than ${Math.floor((100 * below) / total)}% of ${total.toLocaleString('en-US')} members`;
}
