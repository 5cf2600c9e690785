/** A run under way. */
export interface OpenPurge {
  runId: number;
  /** What is older is past its time. */
  firstKeptDay: string;
  /** Cuts it short; what is committed by then stays so. */
  signal: AbortSignal;
}
