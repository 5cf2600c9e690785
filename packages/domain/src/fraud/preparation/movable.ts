import { readInWords } from './words-of.ts';

const MOVABLE = /\b(?:ZELLE|VENMO|CASH ?APP|PAYPAL|WISE|XFER|SEND MONEY|WALLET)\b|TRANSFER|CRYPTO/;

/** Whether the entry is P2P, wallet, crypto or transfer: money that leaves the member's reach. */
export const isMovable = readInWords((words) => MOVABLE.test(words));
