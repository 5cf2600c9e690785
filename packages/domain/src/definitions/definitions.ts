import { COMPANY_DEFINITIONS } from './company-definitions.ts';
import { DASHBOARD_DEFINITIONS } from './dashboard-definitions.ts';
import type { Definition } from './definition.ts';
import { DETECTION_DEFINITIONS } from './detection-definitions.ts';
import { MEMBER_DEFINITIONS } from './member-definitions.ts';

const ALL = {
  ...DASHBOARD_DEFINITIONS,
  ...MEMBER_DEFINITIONS,
  ...COMPANY_DEFINITIONS,
  ...DETECTION_DEFINITIONS,
};

/** A figure that the screens explain behind an icon. */
export type DefinedFigure = keyof typeof ALL;

/**
 * What each figure of the screens means. The texts take their numbers from the constants the computation uses, so that the
 * two cannot disagree.
 */
export const DEFINITIONS: Readonly<Record<DefinedFigure, Definition>> = ALL;
