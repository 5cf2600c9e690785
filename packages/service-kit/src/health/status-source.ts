import type { RetainedData, ServiceStatus } from '@clearwatch/contracts/internal/service-status';

/** What a service knows that the others do not, for the screen that says how the system is. */
export interface StatusSource {
  facts(): Promise<Pick<ServiceStatus, 'newestImport' | 'uploads' | 'ledger'>>;
  /** What it holds that is kept for a stated time. */
  retained(): Promise<RetainedData>;
}

/** Exported by a module of the service's api; a service without one tells of its process alone. */
export const STATUS_SOURCE = Symbol('status source');

export const NOTHING_RETAINED: RetainedData = {
  count: 0,
  oldestDay: null,
  nextRemovalDay: null,
  nextRemovalCount: 0,
  withheldCount: 0,
  lastPurge: null,
};
