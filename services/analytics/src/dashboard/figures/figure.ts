import type { EntityManager } from 'typeorm';

/** A computed figure that is kept until the ledger or the day changes. */
export interface Figure<Body extends object> {
  /** Says what and over which period, and the version of the body's shape: `metrics.1/30`. */
  name: string;
  /** Reads rollups through `manager` only, so that all parts belong to one state of the ledger. */
  compute(manager: EntityManager, today: string): Promise<Body>;
}
