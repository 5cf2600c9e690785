/**
 * Why detection runs: entries came, or went; somebody asked for an analysis of everybody; an admin tries a policy out,
 * which raises nothing.
 */
export const RUN_KINDS = ['import', 'undo', 'full', 'tryout'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
