import { type Worded, wordsOf } from './words-of.ts';

const MOVABLE = /\b(?:ZELLE|VENMO|CASH ?APP|PAYPAL|WISE|XFER|SEND MONEY|WALLET)\b|TRANSFER|CRYPTO/;

/** Whether the entry is P2P, wallet, crypto or transfer: money that leaves the member's reach. */
export function isMovable(entry: Worded): boolean {
  return MOVABLE.test(wordsOf(entry));
}
