import type { Cents } from '../../money/cents.ts';

/** Whose money it is: a company, an account or a class of entries. */
export interface Mover {
  /** Company, member's name, or SEC code. */
  name: string;
  /** Of a member. */
  accountNumber: string | null;
  nowCents: Cents;
  /** 0 as well where the period before cannot be compared. */
  beforeCents: Cents;
  /** How many entries that money came in. */
  nowEntries: number;
  beforeEntries: number;
  /** On how many days. */
  nowDays: number;
  beforeDays: number;
}

/** Who made a sum change: the largest changes first, and how many changed besides. */
export interface Movers {
  largest: Mover[];
  /** Others whose sum changed. */
  others: number;
}

/** Credits or debits, by what they can be told apart by. */
export interface DirectionMovers {
  companies: Movers;
  members: Movers;
  classes: Movers;
}

export interface Contributions {
  credits: DirectionMovers;
  debits: DirectionMovers;
}

export const NO_MOVERS: Movers = { largest: [], others: 0 };
