import type { Ask } from './ask.ts';
import type { Criteria } from './criteria.ts';
import type { SearchLimits } from './search-limits.ts';

/** What is asked for, whom to ask, and how far to go for it. */
export interface Question {
  ask: Ask;
  criteria: Criteria;
  limits: Readonly<SearchLimits>;
}
